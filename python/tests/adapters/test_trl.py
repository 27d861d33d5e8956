"""TRL, the real one: steps of GRPO with a tiny model made here, and with a model that says what it is told to say."""

import json

import pytest

trl = pytest.importorskip("trl")
pytest.importorskip("torch")
import quandary  # noqa: E402
import quandary.trl  # noqa: E402


def tiny(positions: int = 1024) -> tuple[object, object]:
    """A model with a token for each character, and its tokenizer."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    symbols = [chr(code) for code in range(32, 127)] + ["\n", "<pad>", "<eos>"]
    tokens = Tokenizer(models.WordLevel({symbol: place for place, symbol in enumerate(symbols)}, unk_token=" "))
    tokens.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    tokens.decoder = decoders.Fuse()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=tokens, pad_token="<pad>", eos_token="<eos>", unk_token=" ")
    config = GPT2Config(vocab_size=len(symbols), n_layer=1, n_head=1, n_embd=16, n_positions=positions,
                        eos_token_id=symbols.index("<eos>"), pad_token_id=symbols.index("<pad>"))
    return GPT2LMHeadModel(config), tokenizer


def test_grpo_calls_our_rewards(tmp_path: object) -> None:
    from datasets import Dataset

    model, tokenizer = tiny()
    items = quandary.Dataset("sudoku", seed=1, size=4, prompt="board")
    rows = [{"prompt": item.question, "puzzle": item.metadata["puzzle"]} for item in items]
    seen: list[float] = []

    def strict(**columns: object) -> list[float]:
        values = quandary.trl.strict_reward(**columns)
        seen.extend(values)
        return values

    config = trl.GRPOConfig(output_dir=str(tmp_path), max_steps=2, per_device_train_batch_size=2, num_generations=2,
                            max_completion_length=8, use_cpu=True, report_to=[], bf16=False)
    trainer = trl.GRPOTrainer(model=model, processing_class=tokenizer, args=config, train_dataset=Dataset.from_list(rows),
                              reward_funcs=[strict, quandary.trl.progress_reward])
    trainer.train()
    assert seen and set(seen) == {0.0}


def test_an_environment_is_played_with_tools(tmp_path: object) -> None:
    from datasets import Dataset
    from trl.chat_template_utils import qwen3_chat_template

    model, tokenizer = tiny(positions=8192)
    tokenizer.chat_template = qwen3_chat_template
    item = quandary.Dataset("ballsort", seed=1, colours=2, capacity=3)[0]
    plan = [line.split(" -> ") for line in item.answer.splitlines()]
    call = lambda move: ("<tool_call>\n" + json.dumps({"name": "move", "arguments": {  # noqa: E731
        "source": int(move[0]), "target": int(move[1])}}) + "\n</tool_call>")
    #: What each of the two generations says in its turns: one plays the plan, the other breaks a rule and gives up.
    script = [[*map(call, plan), "Solved."], [call(("1", "1")), "I give up."]]

    class Told(trl.GRPOTrainer):
        """A trainer whose model says what it is told to say; prompts, tools and rewards are the library's own."""

        turns = [0, 0]
        seen: list[str] = []

        def _generate_single_turn(self, prompt_ids, *arguments, **options):  # type: ignore[no-untyped-def]
            texts = [tokenizer.decode(ids) for ids in prompt_ids]
            self.seen.extend(texts)
            # After tool calls only the generations that go on are asked.
            asked = [place for place in (0, 1) if self.turns[place] < len(script[place])][: len(prompt_ids)]
            replies = []
            for place in asked:
                replies.append(tokenizer.encode(script[place][self.turns[place]]) + [tokenizer.eos_token_id])
                self.turns[place] += 1
            return replies, None

    rewards: list[float] = []

    class Environment(quandary.trl.PuzzleEnvironment):
        def get_reward(self) -> float:
            rewards.append(super().get_reward())
            return rewards[-1]

    rows = [{"prompt": [{"role": "user", "content": "Sort the balls.\n"}], "puzzle": item.metadata["puzzle"]}]
    config = trl.GRPOConfig(output_dir=str(tmp_path), max_steps=1, per_device_train_batch_size=2, num_generations=2,
                            max_completion_length=4000, use_cpu=True, report_to=[], bf16=False)
    trainer = Told(model=model, processing_class=tokenizer, args=config, train_dataset=Dataset.from_list(rows),
                   environment_factory=Environment)
    assert {tool.__name__ for tool in trainer.tools} == {"move", "write"}
    trainer.train()
    assert rewards == [1.0, 0.0]
    assert item.metadata["puzzle"].strip() in Told.seen[0], "the board is part of the question"
    assert any("Not possible: " in text for text in Told.seen), "the rule that was broken is said"
