import { useEffect, useMemo, useRef, useState } from 'react';
import { guidePages, type GuidePage, type GuidePlace } from '../../../shared/contract/guide.ts';
import type { Language } from '../../../shared/language.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useTools } from '../tools.ts';
import { useWithKeys } from '../use-shown-keys.ts';
import { blocksOf, type Block, type Span } from './markdown.ts';

const loaders = {
  zh: () => import('./pages-zh.ts'),
  en: () => import('./pages-en.ts'),
} as const satisfies Record<Language, unknown>;

type Loaded = Awaited<ReturnType<(typeof loaders)[Language]>>;

/** By the end of their paths. */
const named = (files: Readonly<Record<string, string>>, name: string): string =>
  Object.entries(files).find(([path]) => path.endsWith(`/${name}`))?.[1] ?? '';

const titleOf = (blocks: readonly Block[]): string =>
  blocks.flatMap((block) => (block.kind === 'title' ? [block.text] : []))[0] ?? '';

const isPage = (name: string): name is GuidePage => guidePages.some((page) => page === name);

type Open = (page: GuidePage) => void;

const Line = ({ spans, onOpen }: { readonly spans: readonly Span[]; readonly onOpen: Open }) => {
  const withKeys = useWithKeys();
  return spans.map((span, at) => {
    const key = `${String(at)} ${span.text}`;
    if (span.kind !== 'link') {
      if (span.kind === 'bold') return <strong key={key}>{span.text}</strong>;
      return span.kind === 'code' ? <code key={key}>{withKeys(span.text)}</code> : withKeys(span.text);
    }
    const page = span.to.replace(/\.md$/u, '');
    return isPage(page) ? (
      <button key={key} type="button" className="link" onClick={() => onOpen(page)}>
        {span.text}
      </button>
    ) : (
      span.text
    );
  });
};

type BlockProps = { readonly block: Block; readonly pictures: Loaded['pictures']; readonly onOpen: Open };

const BlockView = ({ block, pictures, onOpen }: BlockProps) => {
  switch (block.kind) {
    case 'title':
      return null;
    case 'section':
      return <h3 tabIndex={-1}>{block.text}</h3>;
    case 'code':
      return <pre>{block.text}</pre>;
    case 'picture':
      return <img src={named(pictures, `pictures/${block.name}`)} alt={block.label} />;
    case 'table': {
      const [head = [], ...rows] = block.rows;
      return (
        <table>
          <thead>
            <tr>
              {head.map((cell) => (
                <th key={JSON.stringify(cell)} scope="col">
                  <Line spans={cell} onOpen={onOpen} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr key={JSON.stringify(cells)}>
                {cells.map((cell) => (
                  <td key={JSON.stringify(cell)}>
                    <Line spans={cell} onOpen={onOpen} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    }
    case 'list': {
      const items = block.items.map((spans) => (
        <li key={JSON.stringify(spans)}>
          <Line spans={spans} onOpen={onOpen} />
        </li>
      ));
      return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'text':
      return (
        <p>
          <Line spans={block.spans} onOpen={onOpen} />
        </p>
      );
    default:
      return block satisfies never;
  }
};

/** The guide, offline: its pages are part of the window. */
export const GuideDialog = ({ place }: { readonly place: GuidePlace }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const [shown, setShown] = useState(place);
  const content = useRef<HTMLDivElement>(null);
  const { value: loaded } = useLoaded(language, loaders[language]);
  const pages = useMemo(
    () =>
      loaded &&
      new Map(guidePages.map((page) => [page, blocksOf(named(loaded.texts, `${page}.md`))] as const)),
    [loaded],
  );
  const open: Open = (page) => setShown({ page, section: null });
  useEffect(() => {
    if (!pages) return;
    const section = shown.section === null ? null : content.current?.querySelectorAll('h3')[shown.section];
    if (section) section.focus();
    else content.current?.scrollTo(0, 0);
  }, [pages, shown]);
  const blocks = pages?.get(shown.page) ?? [];
  return (
    <Dialog wide title={t('guide.title')} onClose={actions.closeDialog}>
      <div className="guide">
        <nav aria-label={t('guide.pages')}>
          {guidePages.map((page) => (
            <Button
              key={page}
              look="quiet"
              {...(page === shown.page && { 'aria-current': 'page' })}
              onPress={() => open(page)}
            >
              {titleOf(pages?.get(page) ?? [])}
            </Button>
          ))}
        </nav>
        {/* The keyboard must reach a scrolling box. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div ref={content} className="guide-page" role="region" aria-label={titleOf(blocks)} tabIndex={0}>
          <h2>{titleOf(blocks)}</h2>
          {loaded &&
            blocks.map((block) => (
              <BlockView key={JSON.stringify(block)} block={block} pictures={loaded.pictures} onOpen={open} />
            ))}
        </div>
      </div>
    </Dialog>
  );
};
