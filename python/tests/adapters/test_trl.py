"""TRL, the real one: two steps of GRPO with a tiny model made here."""

import pytest

trl = pytest.importorskip("trl")
pytest.importorskip("torch")
import quandary  # noqa: E402
import quandary.trl  # noqa: E402


def test_grpo_calls_our_rewards(tmp_path: object) -> None:
    from datasets import Dataset
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    symbols = [chr(code) for code in range(32, 127)] + ["\n", "<pad>", "<eos>"]
    tokens = Tokenizer(models.WordLevel({symbol: place for place, symbol in enumerate(symbols)}, unk_token=" "))
    tokens.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=tokens, pad_token="<pad>", eos_token="<eos>", unk_token=" ")
    model = GPT2LMHeadModel(GPT2Config(vocab_size=len(symbols), n_layer=1, n_head=1, n_embd=16, n_positions=1024,
                                       eos_token_id=symbols.index("<eos>"), pad_token_id=symbols.index("<pad>")))
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
