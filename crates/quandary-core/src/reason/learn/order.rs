//! Which variable to decide next: the one that took part in conflicts most, and most recently.
//!
//! Each conflict adds to the activity of every variable it touches, and what it adds grows with time, so that old
//! conflicts fade. The open variables are in a heap by activity.

/// Activities grow until they come near the end of the number range; then all are scaled down together.
const HIGHEST: f64 = 1e100;

/// How much more each conflict counts than the one before.
const GROWTH: f64 = 1.0 / 0.95;

/// Variables in order of activity.
#[derive(Clone, Debug)]
pub(super) struct Order {
    activity: Vec<f64>,
    step: f64,
    /// A binary heap: no variable is more active than the one at half its place.
    heap: Vec<u32>,
    /// The place of each variable in the heap, or `ABSENT`.
    place: Vec<u32>,
}

const ABSENT: u32 = u32::MAX;

impl Order {
    pub(super) fn new(variables: usize) -> Self {
        Order {
            activity: vec![0.0; variables],
            step: 1.0,
            heap: (0..variables as u32).collect(),
            place: (0..variables as u32).collect(),
        }
    }

    /// A conflict involves this variable.
    pub(super) fn bump(&mut self, variable: usize) {
        self.add(variable, self.step);
    }

    /// Adds to a variable's activity.
    pub(super) fn add(&mut self, variable: usize, amount: f64) {
        self.activity[variable] += amount;
        if self.activity[variable] > HIGHEST {
            for activity in &mut self.activity {
                *activity /= HIGHEST;
            }
            self.step /= HIGHEST;
        }
        if self.place[variable] != ABSENT {
            self.sift_up(self.place[variable] as usize);
        }
    }

    /// Later conflicts count more than earlier ones.
    pub(super) fn decay(&mut self) {
        self.step *= GROWTH;
    }

    /// The variable may be decided again.
    pub(super) fn insert(&mut self, variable: usize) {
        if self.place[variable] == ABSENT {
            self.place[variable] = self.heap.len() as u32;
            self.heap.push(variable as u32);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Takes out the most active variable.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let best = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.place[best as usize] = ABSENT;
        if last != best {
            self.heap[0] = last;
            self.place[last as usize] = 0;
            self.sift_down(0);
        }
        Some(best as usize)
    }

    /// Compares two variables by activity.
    pub(super) fn compare(&self, a: usize, b: usize) -> std::cmp::Ordering {
        self.activity[a].total_cmp(&self.activity[b])
    }

    fn is_before(&self, a: u32, b: u32) -> bool {
        self.activity[a as usize] > self.activity[b as usize]
    }

    fn sift_up(&mut self, mut place: usize) {
        let variable = self.heap[place];
        while place > 0 {
            let above = (place - 1) / 2;
            let other = self.heap[above];
            if !self.is_before(variable, other) {
                break;
            }
            self.heap[place] = other;
            self.place[other as usize] = place as u32;
            place = above;
        }
        self.heap[place] = variable;
        self.place[variable as usize] = place as u32;
    }

    fn sift_down(&mut self, mut place: usize) {
        let variable = self.heap[place];
        loop {
            let mut below = 2 * place + 1;
            if below >= self.heap.len() {
                break;
            }
            if below + 1 < self.heap.len() && self.is_before(self.heap[below + 1], self.heap[below]) {
                below += 1;
            }
            let other = self.heap[below];
            if !self.is_before(other, variable) {
                break;
            }
            self.heap[place] = other;
            self.place[other as usize] = place as u32;
            place = below;
        }
        self.heap[place] = variable;
        self.place[variable as usize] = place as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_active_variable_comes_first_and_none_is_lost() {
        let mut order = Order::new(6);
        for (variable, times) in [(3, 5), (1, 3), (5, 1)] {
            for _ in 0..times {
                order.bump(variable);
            }
        }
        assert_eq!([order.pop(), order.pop(), order.pop()], [Some(3), Some(1), Some(5)]);
        order.insert(1);
        order.insert(1);
        assert_eq!(order.pop(), Some(1));
        let mut rest: Vec<usize> = std::iter::from_fn(|| order.pop()).collect();
        rest.sort_unstable();
        assert_eq!(rest, [0, 2, 4]);
    }
}
