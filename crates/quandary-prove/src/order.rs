//! Which variable to decide next: the one that was part of most conflicts lately, in a binary heap.

/// Variables by activity.
#[derive(Debug)]
pub(crate) struct Order {
    activity: Vec<f64>,
    heap: Vec<usize>,
    /// Where each variable is in the heap; `usize::MAX` if it is not there.
    place: Vec<usize>,
    step: f64,
    /// What a conflict counts relative to the next one.
    decay: f64,
}

impl Order {
    /// All variables, in their own order, or in one that a seed other than 0 decides.
    pub(crate) fn new(variables: usize, decay: f64, seed: u64) -> Self {
        let mut heap: Vec<usize> = (0..variables).collect();
        if seed > 0 {
            heap.sort_by_key(|&variable| (variable as u64 + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        }
        let mut place = vec![0; variables];
        heap.iter().enumerate().for_each(|(at, &variable)| place[variable] = at);
        Order { activity: vec![0.0; variables], heap, place, step: 1.0, decay }
    }

    /// The most active variable, which leaves the heap.
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let last = self.heap.len().checked_sub(1)?;
        self.swap(0, last);
        let first = self.heap.pop()?;
        self.place[first] = usize::MAX;
        self.sink(0);
        Some(first)
    }

    /// Puts a variable back.
    pub(crate) fn push(&mut self, variable: usize) {
        if variable < self.place.len() && self.place[variable] == usize::MAX {
            self.place[variable] = self.heap.len();
            self.heap.push(variable);
            self.rise(self.heap.len() - 1);
        }
    }

    pub(crate) fn bump(&mut self, variable: usize, times: f64) {
        if variable >= self.activity.len() {
            return;
        }
        self.activity[variable] += self.step * times;
        if self.activity[variable] > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.step *= 1e-100;
        }
        if self.place[variable] != usize::MAX {
            self.rise(self.place[variable]);
        }
    }

    /// From now on conflicts count more than before.
    pub(crate) fn decay(&mut self) {
        self.step /= self.decay;
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.heap.swap(a, b);
        self.place[self.heap[a]] = a;
        self.place[self.heap[b]] = b;
    }

    fn is_above(&self, a: usize, b: usize) -> bool {
        self.activity[self.heap[a]] > self.activity[self.heap[b]]
    }

    fn rise(&mut self, mut at: usize) {
        while at > 0 && self.is_above(at, (at - 1) / 2) {
            self.swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
    }

    fn sink(&mut self, mut at: usize) {
        loop {
            let children = [2 * at + 1, 2 * at + 2];
            let best = children.into_iter().filter(|&child| child < self.heap.len());
            let best = best.reduce(|a, b| if self.is_above(b, a) { b } else { a });
            match best.filter(|&child| self.is_above(child, at)) {
                Some(child) => self.swap(at, child),
                None => return,
            }
            at = best.unwrap_or(at);
        }
    }
}
