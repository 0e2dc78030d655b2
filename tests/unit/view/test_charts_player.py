"""Charts and the notebook player: the right things are on them."""

from dataclasses import replace

import pandas as pd
import pytest
from PIL import Image

from kit.errors import RunError, TraceError, UsageError
from kit.trace.read import read_episode
from kit.trace.write import Recorder
from kit.types import (
    Episode,
    Foreground,
    Mark,
    Observation,
    Outcome,
    Receipt,
    Rect,
    Reply,
    Screen,
    Step,
    ToolCall,
)
from kit.view.charts import success_chart, task_map, timeline
from kit.view.player import Player
from kit.view.table import arms_table

ARM = {
    "arm": "oracle",
    "episodes": 4,
    "successes": 3,
    "success": 0.75,
    "low": 0.3,
    "high": 0.95,
    "completed_success": 0.75,
    "steps": 3.0,
    "seconds": 1.0,
    "completed": 4,
    "agent_faults": 1,
    "infrastructure_faults": 0,
    "verifier_faults": 0,
}


def texts(chart):
    found = [t for axes in chart.figure.axes for t in axes.texts]
    return [t.get_text() for t in found]


def episode(image=None):
    mark = Mark(
        number=1,
        epoch=1,
        label="Bluetooth",
        full_label="Bluetooth",
        role="switch",
        bounds=Rect(20, 40, 80, 80),
        center=(500, 300),
    )
    seen = Observation(
        epoch=1,
        screen_seq=1,
        screen=Screen(width=100, height=200),
        foreground=Foreground(package="com.android.settings"),
        marks=(mark,),
        image=image,
    )
    call = ToolCall(id="c", name="tap", arguments={"target_mark_id": "ax_1@e1"})
    receipt = Receipt(call=call, status="ok", text="Tapped <Bluetooth>.", target=mark)
    step = Step(
        index=0,
        observation=seen,
        reply=Reply(calls=(call,)),
        receipts=(receipt,),
        seconds={"model": 1.5, "observe": 0.5},
    )
    return Episode(
        id="e1",
        task="t",
        goal="Turn <it> off",
        arm="a",
        seed=0,
        trial=0,
        device="sim:0",
        steps=(
            step,
            replace(step, index=1, observation=replace(seen, epoch=2), receipts=(replace(receipt, target=None),)),
        ),
        outcome=Outcome(success=True, ending="finish"),
        started="2026-01-01T00:00:00+00:00",
        seconds=4.0,
    )


def recorded(folder, made, **options):
    recorder = Recorder(folder, None, **options)
    recorder.start(made.id, {"goal": made.goal})
    for step in made.steps:
        recorder.step(step)
    return recorder.end(made)


def test_success_chart_names_rates_and_what_was_not_run(tmp_path):
    broken = ARM | {"arm": "b", "success": 0.5, "successes": 2, "completed_success": 1.0}
    idle = ARM | {"arm": "c", "episodes": 0, "successes": 0, "success": 0.0, "completed_success": None, "not_run": 9}
    chart = success_chart([ARM, broken, idle], tmp_path / "deep" / "s.png")
    with Image.open(tmp_path / "deep" / "s.png") as picture:
        assert picture.width > 600
    assert texts(chart) == ["75 %  (3/4)", "50 %  (2/4)", "not run (9 planned)"]
    assert "hollow" in chart.figure.axes[0].get_xlabel()
    assert "hollow" not in success_chart([ARM]).figure.axes[0].get_xlabel()
    assert chart._repr_png_().startswith(b"\x89PNG")
    with pytest.raises(UsageError):
        success_chart([])
    (tmp_path / "file").write_text("")
    with pytest.raises(TraceError):
        chart.save(tmp_path / "file" / "s.png")


def test_task_map_counts_each_cell_and_shows_gaps():
    frame = pd.DataFrame(
        [("t1", "a", True), ("t1", "a", False), ("t1", "b", True), ("t2", "a", False), ("t2", "a", None)],
        columns=["task", "arm", "success"],
    )
    frame["success"] = frame["success"].astype("boolean")
    chart = task_map(frame)
    assert texts(chart) == ["1/1", "1/2", "–", "0/1"], "best arm first; what was not checked is not counted"
    assert chart.png().startswith(b"\x89PNG")
    with pytest.raises(UsageError):
        task_map(frame.iloc[4:])


def test_timeline_adds_up_for_live_and_recorded_episodes(tmp_path):
    made = episode()
    live = timeline(made)
    assert texts(live) == ["2", "2"]
    assert [t.get_text() for t in live.figure.axes[0].get_yticklabels()] == ["1  tap", "2  tap"]
    assert [t.get_text() for t in live.figure.legends[0].get_texts()] == ["observe (1 s)", "model (3 s)"]
    assert texts(timeline(read_episode(recorded(tmp_path, made)))) == ["2", "2"]
    quick = timeline([replace(made.steps[0], seconds={"observe": 0.25})])
    assert texts(quick) == ["250"]
    assert quick.figure.axes[0].get_xlabel() == "milliseconds"
    with pytest.raises(UsageError):
        timeline([])


@pytest.mark.parametrize("source", ["live", "kept", "blobs", "clipped"])
def test_player_shows_each_step(tmp_path, source):
    made = episode(Image.new("RGB", (100, 200), (10, 20, 30)))
    given = made
    if source != "live":
        given = recorded(tmp_path, made, keep_steps=source != "clipped", images=source == "blobs")
    player = Player(given)
    assert "Tapped <Bluetooth>." in player.text(0)
    picture = player.picture(0)
    if source == "clipped":
        assert picture is None
    else:
        assert picture is not None
        assert picture.size == (100, 200)
        assert (picture.getpixel((2, 2)) == (10, 20, 30)) is (source in ("live", "blobs"))
    box = player.widget()
    head, controls, body = box.children
    image, words = body.children
    assert "Turn &lt;it&gt; off" in head.value
    assert "success by finish after 2 steps" in head.value
    first = image.value
    slider = controls.children[1]
    slider.value = 1
    assert "step 2" in words.value
    assert "&lt;Bluetooth&gt;" in words.value
    assert controls.children[2].value == "2 of 2"
    if source != "clipped":
        assert image.value != first, "the ring of the touch is on the first picture only"
    box.close_all()


def test_an_episode_without_steps_is_refused():
    with pytest.raises(UsageError):
        Player(replace(episode(), steps=()))


class Bench:
    """What `kit.run_bench` returns, as far as a chart looks at it."""

    arms = (ARM,)

    def frame(self):
        frame = pd.DataFrame([("t1", "oracle", True)], columns=["task", "arm", "success"])
        return frame.astype({"success": "boolean"})


def test_a_benchmark_can_be_drawn_as_it_is():
    assert texts(success_chart(Bench())) == texts(success_chart([ARM])) == ["75 %  (3/4)"]
    assert texts(task_map(Bench())) == ["1/1"]
    assert arms_table(Bench()) == arms_table([ARM])


@pytest.mark.parametrize("wrong", [Bench().frame(), episode(), 3, "runs/x", [1, 2], {"arm": "a"}])
def test_what_holds_no_arms_is_refused_with_what_to_give(wrong):
    for show in (success_chart, arms_table):
        with pytest.raises(UsageError, match=r"kit\.run_bench"):
            show(wrong)


def test_what_is_no_episode_or_table_is_refused_with_what_to_give(tmp_path):
    for show in (timeline, Player):
        for wrong in (Bench(), 3, {"a": 1}, [1]):
            with pytest.raises(UsageError, match=r"kit\.run_episode"):
                show(wrong)
        with pytest.raises(RunError, match="episode's folder"):
            show(tmp_path)
    for wrong in ([ARM], episode(), pd.DataFrame({"x": [1]})):
        with pytest.raises(UsageError, match=r"kit\.load"):
            task_map(wrong)


def test_a_timeline_is_drawn_from_a_folder(tmp_path):
    assert texts(timeline(recorded(tmp_path, episode()))) == ["2", "2"]


def test_a_step_that_is_not_there_is_named():
    player = Player(episode())
    assert player.text(-1) == player.text(1)
    for number in (2, 999, -3):
        with pytest.raises(UsageError, match="steps are 0 to 1"):
            player.picture(number)
        with pytest.raises(UsageError, match=f"no step {number}"):
            player.text(number)
