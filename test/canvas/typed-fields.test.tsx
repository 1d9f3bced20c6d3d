import { useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import {
  restoreDrafts,
  saveTyped,
  saveTypedAtEnd,
  useLeftDraft,
  useTyped,
} from '../../renderer/state/typed.ts';
import { useApp } from '../../renderer/state/store.ts';
import { followFields } from '../../renderer/ui/field-undo.ts';

followFields();
saveTypedAtEnd();

const digits = (text: string) =>
  /^\d*$/.test(text)
    ? ({ ok: true, value: text === '' ? null : text } as const)
    : ({ ok: false, reason: { zh: '不是数字', en: 'not digits' } } as const);

type FieldProps = {
  readonly place: string;
  readonly saved: string;
  readonly onSave: (value: string | null, was: string) => Promise<boolean>;
};
const Field = ({ place, saved, onSave }: FieldProps) => {
  const typed = useTyped({ place, saved, check: digits, save: onSave });
  return (
    <input
      aria-label={place}
      value={typed.text}
      onChange={({ currentTarget }) => typed.type(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Escape' && typed.drop()}
      onBlur={typed.leave}
    />
  );
};
const Left = ({ place }: { readonly place: string }) => (
  <p id={`left-${place}`}>{useLeftDraft(place) ?? ''}</p>
);

type Kept = readonly [string, string | null, string];

/** Whether the first field is shown. */
const here = { isShown: true, listeners: new Set<() => void>() };
const follow = (listener: () => void) => {
  here.listeners.add(listener);
  return () => here.listeners.delete(listener);
};

/** Two fields, of which the first can be removed, and everything that they saved. */
const shown = ({ answer = true }: { readonly answer?: boolean } = {}) => {
  const kept: Kept[] = [];
  const Both = () => {
    const isHere = useSyncExternalStore(follow, () => here.isShown);
    const [values, setValues] = useState({ one: '1', other: '2' });
    const save = (name: 'one' | 'other') => async (value: string | null, was: string) => {
      kept.push([name, value, was]);
      if (answer) setValues((before) => ({ ...before, [name]: value ?? '' }));
      return answer;
    };
    return (
      <>
        {isHere && <Field place="one" saved={values.one} onSave={save('one')} />}
        <Field place="other" saved={values.other} onSave={save('other')} />
        <Left place="one" />
      </>
    );
  };
  here.isShown = true;
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  root.render(<Both />);
  const input = (name: string) => host.querySelector<HTMLInputElement>(`[aria-label="${name}"]`);
  return {
    kept,
    input,
    remove: () => {
      here.isShown = false;
      for (const tell of here.listeners) tell();
    },
    left: () => host.querySelector('#left-one')?.textContent,
    ready: async () => {
      await expect.poll(() => input('one')).not.toBeNull();
      return { one: input('one') as HTMLInputElement, other: input('other') as HTMLInputElement };
    },
    end: () => {
      root.unmount();
      host.remove();
      // Another user gets no draft of this test.
      restoreDrafts('nobody');
      restoreDrafts('');
    },
  };
};

test.each([
  ['a command', saveTyped],
  ['the end of the window', () => dispatchEvent(new Event('beforeunload'))],
  ['a reload', () => dispatchEvent(new Event('pagehide'))],
])('saves typed text once at %s', async (_, happen) => {
  const { kept, ready, end } = shown();
  const { one } = await ready();
  await userEvent.fill(one, '17');
  happen();
  happen();
  await expect.poll(() => kept).toEqual([['one', '17', '1']]);
  end();
  expect(kept).toHaveLength(1);
});

test('saves typed text when the field is removed, and moves no focus', async () => {
  const { kept, ready, remove, input, end } = shown();
  const { one } = await ready();
  await userEvent.fill(one, '18');
  input('other')?.focus();
  remove();
  await expect.poll(() => input('one')).toBeNull();
  expect(kept).toEqual([['one', '18', '1']]);
  expect(document.activeElement).toBe(input('other'));
  end();
});

test('drops typed text at Escape', async () => {
  const { kept, ready, end } = shown();
  const { one } = await ready();
  await userEvent.fill(one, '19');
  await userEvent.keyboard('{Escape}');
  expect(one.value).toBe('1');
  saveTyped();
  end();
  expect(kept).toEqual([]);
});

test('keeps invalid text as a draft at its place through a reload, for its user, and says so', async () => {
  const first = shown();
  restoreDrafts('li');
  const { one } = await first.ready();
  await userEvent.fill(one, '12x');
  first.remove();
  await expect.poll(() => first.left()).toBe('12x');
  expect(first.kept).toEqual([]);
  expect(useApp.getState().notices.at(-1)?.message.en).toBe('not digits');
  // A reload reads what the tab stored.
  restoreDrafts('li');
  await expect.poll(() => first.left()).toBe('12x');
  restoreDrafts('wang');
  await expect.poll(() => first.left()).toBe('');
  restoreDrafts('li');
  await expect.poll(() => first.left()).toBe('');
  first.end();
});

test('keeps text that could not be saved', async () => {
  const { kept, ready, remove, left, end } = shown({ answer: false });
  const { one } = await ready();
  await userEvent.fill(one, '20');
  remove();
  await expect.poll(() => left()).toBe('20');
  expect(kept).toEqual([['one', '20', '1']]);
  end();
});

test('undoes and redoes in one field only', async () => {
  const { ready, end } = shown();
  const { one, other } = await ready();
  await userEvent.type(other, '34');
  expect(other.value).toBe('234');
  await userEvent.click(one);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect([one.value, other.value]).toEqual(['1', '234']);
  await userEvent.click(other);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect([one.value, other.value]).toEqual(['1', '2']);
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect(other.value).toBe('234');
  end();
});
