import { useLayoutEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { z } from 'zod';
import type { PageId } from '../../shared/contract/page.ts';
import type { FieldPath } from '../../shared/invoice/model.ts';
import type { Bilingual } from '../../shared/language.ts';
import { noticesEn } from '../../shared/texts/notices-en.ts';
import { noticesZh } from '../../shared/texts/notices-zh.ts';
import { afterFailure, writeApp } from './store.ts';

/**
 * Text that was typed and is not saved yet. Every field that saves at its end uses `useTyped`; it then saves on every
 * command, at a change of page, when the field is removed, and at a reload or the end of the window. Invalid text, and
 * text that could not be saved, stays as a draft at its place.
 */

/** A value to save (null: emptied), or why the text can't be saved. */
export type CheckedText =
  | { readonly ok: true; readonly value: string | null }
  | { readonly ok: false; readonly reason: Bilingual };

/** The last text of each place, and the places whose text waits for the user outside of a field. */
type Drafts = {
  readonly texts: ReadonlyMap<string, string>;
  readonly left: ReadonlySet<string>;
  /** The text that is being saved at each place. */
  readonly saving: ReadonlyMap<string, string>;
  /** Places whose text is not saved after a moment. */
  readonly slow: ReadonlySet<string>;
};

/** A text that is being saved is shown as such after this time, in milliseconds. */
const slowMs = 1_000;

const storedAt = 'vouch-typed';
const storedSchema = z.object({ owner: z.string(), texts: z.array(z.tuple([z.string(), z.string()])) });

const drafts = create<Drafts>(() => ({
  texts: new Map(),
  left: new Set(),
  saving: new Map(),
  slow: new Set(),
}));
let owner = '';

/** The drafts of this tab are stored until it is closed, for one user: another one who signs in never sees them. */
const store = (): void => {
  try {
    sessionStorage.setItem(storedAt, JSON.stringify({ owner, texts: [...drafts.getState().texts] }));
  } catch {
    // They last until the reload.
  }
};

/** Restores the drafts that this user left before a reload. An empty name is the user outside an office. */
export const restoreDrafts = (user: string): void => {
  owner = user;
  try {
    const stored = storedSchema.parse(JSON.parse(sessionStorage.getItem(storedAt) ?? ''));
    const texts = new Map(stored.owner === user ? stored.texts : []);
    drafts.setState({ texts, left: new Set(texts.keys()) });
  } catch {
    drafts.setState({ texts: new Map(), left: new Set() });
  }
  store();
};

type Texts = Iterable<readonly [place: string, text: string | null]>;

const writeAll = (changes: Texts, isLeft: boolean): void => {
  const before = drafts.getState();
  const [texts, left] = [new Map(before.texts), new Set(before.left)];
  for (const [place, text] of changes) {
    if (text === null) texts.delete(place);
    else texts.set(place, text);
    if (isLeft) left.add(place);
    else left.delete(place);
  }
  drafts.setState({ texts, left });
  store();
};

const write = (place: string, text: string | null, isLeft: boolean): void =>
  writeAll([[place, text]], isLeft);

/** The place of a value of an invoice, which panel and table share. */
export const valuePlace = (page: PageId | null, path: FieldPath): string => `value:${page ?? ''}:${path}`;

/** The draft that waits at a place; null for none. A text that is being typed or saved is none. */
export const useLeftDraft = (place: string): string | null =>
  drafts(({ texts, left }) => (left.has(place) ? (texts.get(place) ?? null) : null));

/** Ends the draft of a place. */
export const endDraft = (place: string): void => write(place, null, false);

/** The drafts that wait at some places. */
export const draftsAt = (places: Iterable<string>): ReadonlyMap<string, string> => {
  const { texts, left } = drafts.getState();
  return new Map([...places].flatMap((place) => (left.has(place) ? [[place, texts.get(place) ?? '']] : [])));
};

/** Ends drafts whose places have got their values by another way. Text that was typed there since stays. */
export const endDrafts = (ended: ReadonlyMap<string, string>): void => {
  const { texts } = drafts.getState();
  const same = [...ended].filter(([place, text]) => texts.get(place) === text);
  if (same.length > 0)
    writeAll(
      same.map(([place]) => [place, null]),
      false,
    );
};

/** The fields of an invoice with a draft that waits. */
export const leftFields = (page: PageId): readonly string[] => {
  const start = valuePlace(page, '');
  return [...drafts.getState().left].flatMap((place) =>
    place.startsWith(start) ? [place.slice(start.length)] : [],
  );
};

/** The text that a place is waiting to have saved; null if there is none, or not for long. */
export const useSavingText = (place: string): string | null =>
  drafts(({ saving, slow }) => (slow.has(place) ? (saving.get(place) ?? null) : null));

/** Marks texts as being saved. Returns what ends that. */
const noteSaving = (sent: ReadonlyMap<string, string>): (() => void) => {
  drafts.setState(({ saving }) => ({ saving: new Map([...saving, ...sent]) }));
  const timer = setTimeout(
    () => drafts.setState(({ slow }) => ({ slow: new Set([...slow, ...sent.keys()]) })),
    slowMs,
  );
  return () => {
    clearTimeout(timer);
    const now = drafts.getState();
    const [saving, slow] = [new Map(now.saving), new Set(now.slow)];
    for (const [place, text] of sent) {
      // A later text of this place is still being saved.
      if (now.saving.get(place) !== text) continue;
      saving.delete(place);
      slow.delete(place);
    }
    drafts.setState({ saving, slow });
  };
};

/**
 * Keeps texts without a field while they are being saved. Returns what ends that: those of the named places were not
 * saved and stay as drafts.
 */
export const keepSaving = (sent: ReadonlyMap<string, string>): ((unsaved: ReadonlySet<string>) => void) => {
  writeAll(sent, false);
  const ended = noteSaving(sent);
  return (unsaved) => {
    ended();
    const { texts } = drafts.getState();
    const same = [...sent].filter(([place, text]) => texts.get(place) === text);
    writeAll(
      same.flatMap(([place]) => (unsaved.has(place) ? [] : [[place, null] as const])),
      false,
    );
    writeAll(
      same.filter(([place]) => unsaved.has(place)),
      true,
    );
  };
};

const saves = new Set<() => void>();

/** Saves what was typed in all fields, in the order in which they were opened. */
export const saveTyped = (): void => {
  // A number saves when it loses the focus, and keeps it here.
  const active = typeof document === 'undefined' ? null : document.activeElement;
  if (active?.closest('.number-field')) active.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  for (const save of saves) save();
};

let leaving = false;
/** Whether the window is about to end: a request must then outlive it. */
export const isLeaving = (): boolean => leaving;

let end = Promise.withResolvers<void>();
/** Resolves when the window is about to end. */
export const whenLeaving = (): Promise<void> => end.promise;

const saveAtEnd = (): void => {
  leaving = true;
  end.resolve();
  document.activeElement?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  saveTyped();
  // The user may decide to stay.
  setTimeout(() => {
    leaving = false;
    end = Promise.withResolvers();
  });
};

/** Saves at the end of the window: before it asks whether to end, while the host still takes its commands. */
export const saveTypedAtEnd = (): void => {
  for (const name of ['beforeunload', 'pagehide']) addEventListener(name, saveAtEnd);
};

const say = (reason: Bilingual): void =>
  writeApp((state) =>
    afterFailure(state, {
      id: 'not-saved',
      message: reason,
      remedy: { zh: noticesZh.failure.notSaved, en: noticesEn.failure.notSaved },
    }),
  );

/** Keeps texts that are not valid as drafts at their places. */
export const leaveDrafts = (texts: ReadonlyMap<string, string>): void => writeAll(texts, true);

/** Says that a text was not saved, and why. */
export const sayNotSaved = (reason: Bilingual): void => say(reason);

type Options = {
  /** Names the field: its drafts are kept under this name. */
  readonly place: string;
  readonly saved: string;
  /** The text that it starts with; a draft or the saved text if it is absent. */
  readonly first?: string;
  readonly check?: (text: string) => CheckedText;
  /** Saves a value; false if it was not saved. `was` is the value that was shown when the typing began. */
  readonly save: (value: string | null, was: string) => Promise<boolean>;
};

type Typed = {
  readonly text: string;
  /** Why the text can't be saved; null if it can, or if nobody asked yet. */
  readonly reason: Bilingual | null;
  readonly type: (text: string) => void;
  /** Saves the text; false, with the reason, if it is invalid. */
  readonly keep: () => boolean;
  /** The same when the user leaves the field: invalid text stays as a draft, with a notice. */
  readonly leave: () => void;
  /** Drops the text on purpose. */
  readonly drop: () => void;
};

const asTyped = (text: string): CheckedText => ({ ok: true, value: text });

/** A field that saves when its input is complete. Its place stays the same while it is shown. */
export const useTyped = ({ place, saved, first, check = asTyped, save }: Options): Typed => {
  const [text, setText] = useState(() => first ?? drafts.getState().texts.get(place) ?? saved);
  const [reason, setReason] = useState<Bilingual | null>(null);
  /** `base` is the text that is saved, or being saved. */
  const inFlight = (): string | null => drafts.getState().saving.get(place) ?? null;
  /** `old` is the saved text that another one, which is being saved, replaces. */
  const now = useRef({
    text,
    base: inFlight() ?? saved,
    old: inFlight() === null ? null : saved,
    check,
    save,
  });
  useLayoutEffect(() => {
    Object.assign(now.current, { check, save });
  });
  useLayoutEffect(() => {
    // Another user, or the saving itself, has changed the value: text that nobody has typed follows it.
    if (now.current.text !== now.current.base || now.current.old === saved) return;
    Object.assign(now.current, { text: saved, base: saved, old: null });
    setText(saved);
  }, [saved]);

  const set = (next: string): void => {
    now.current.text = next;
    setText(next);
  };
  const send = async (value: string | null): Promise<void> => {
    const { text: sent, base } = now.current;
    now.current.base = sent;
    write(place, sent, false);
    const ended = noteSaving(new Map([[place, sent]]));
    const isSaved = await now.current.save(value, base).finally(ended);
    // The user has typed on meanwhile, or typed again elsewhere.
    if (drafts.getState().texts.get(place) !== sent) return;
    if (!isSaved && now.current.text === sent) now.current.base = base;
    write(place, isSaved ? null : sent, !isSaved);
  };
  /** Nothing was typed since it was saved. A text that could not be saved waits as a draft. */
  const isKept = (): boolean => now.current.text === now.current.base && !drafts.getState().left.has(place);
  const tried = (): Bilingual | null => {
    if (isKept()) {
      write(place, inFlight(), false);
      return null;
    }
    const checked = now.current.check(now.current.text);
    if (!checked.ok) return checked.reason;
    void send(checked.value);
    return null;
  };
  const keep = (): boolean => {
    const refused = tried();
    setReason(refused);
    return refused === null;
  };
  const leave = (): void => {
    if (isKept()) return;
    const refused = tried();
    if (refused === null) return;
    write(place, now.current.text, true);
    say(refused);
  };
  const atEnd = useRef(leave);
  useLayoutEffect(() => {
    atEnd.current = leave;
  });
  useLayoutEffect(() => {
    const saveNow = (): void => atEnd.current();
    saves.add(saveNow);
    return () => {
      saves.delete(saveNow);
      saveNow();
    };
  }, []);
  return {
    text,
    reason,
    type: (next) => {
      set(next);
      setReason(null);
      write(place, next === now.current.base ? inFlight() : next, false);
    },
    keep,
    leave,
    drop: () => {
      set(now.current.base);
      setReason(null);
      write(place, inFlight(), false);
    },
  };
};
