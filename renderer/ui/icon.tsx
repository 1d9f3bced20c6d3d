/** Outlines on a grid of 16 by 16, drawn with a stroke of 1.5. */
const outlines = {
  add: 'M8 3v10M3 8h10',
  alert: 'M8 2.2 14.2 13H1.8ZM8 6.4v3.2M8 11.4v.2',
  again: 'M13 8a5 5 0 1 1-1.5-3.6M13 2.4v2.8h-2.8',
  actual: 'M4 5.2 5.6 4v8M10 5.2 11.6 4v8M8 7v.2M8 10v.2',
  back: 'M6 3.2 2.8 6.4 6 9.6M3 6.4h6.2a3.6 3.6 0 0 1 0 7.2H7',
  busy: 'M8 2.5a5.5 5.5 0 1 1-5.5 5.5',
  aside: 'M4 13.5V2.5M4 3h8l-2 2.7L12 8.4H4',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  filter: 'M2.5 3.5h11L9.4 8.4v4.2l-2.8-1.4V8.4Z',
  tag: 'M2.5 3v4.6l6 6 5-5-6-6H3a.5.5 0 0 0-.5.4ZM5.2 5.2v.2',
  table: 'M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.6h11M6.4 3v10',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  chart: 'M2.5 13.5h11M4 11V8M8 11V3.5M12 11V6',
  check: 'm3.2 8.4 3.2 3.2 6.4-7',
  chevron: 'm4.5 6.2 3.5 3.6 3.5-3.6',
  clock: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 5v3.2l2.2 1.4',
  close: 'm4 4 8 8M12 4l-8 8',
  confirmed: 'm1.6 8.6 2.9 2.9 5.4-6.2M7.4 10.6l.9.9 6-6.6',
  contrast: 'M8 2.5a5.5 5.5 0 1 0 0 11ZM8 2.5a5.5 5.5 0 0 1 0 11M5.6 4.4v7.2',
  crop: 'M4.5 1.5v10h10M1.5 4.5h10v10',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
  error: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2ZM6 6l4 4M10 6l-4 4',
  fitPage: 'M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3',
  fitWidth: 'M2.5 3v10M13.5 3v10M4.8 8h6.4M6.4 6.2 4.6 8l1.8 1.8M9.6 6.2 11.4 8 9.6 9.8',
  grip: 'M6 4v.2M10 4v.2M6 8v.2M10 8v.2M6 12v.2M10 12v.2',
  joined: 'M2.5 2.5h7v9h-7zM6.5 13.5h7v-9M4.8 5.5h2.4M4.8 8.5h2.4',
  sort: 'M4.5 3v10M2.5 11l2 2 2-2M8.5 4.5h5M8.5 8h3.8M8.5 11.5h2.4',
  split: 'M2.5 2.5h4.5v11H2.5zM9 2.5h4.5v11H9zM4 6h1.5M10.5 6H12',
  info: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2ZM8 7.4v3.4M8 5.2v.2',
  edit: 'm3 13 .6-2.8 7-7 2.2 2.2-7 7Z',
  export: 'M8 9.8V2.6M5 5.2l3-2.8 3 2.8M3 9.6v3.8h10V9.6',
  left: 'm9.8 4.5-3.6 3.5 3.6 3.5',
  right: 'm6.2 4.5 3.6 3.5-3.6 3.5',
  hide: 'M2 8q6-8.4 12 0-6 8.4-12 0M3 13.5 13 2.5',
  pin: 'M4.5 2.5h7M6 2.5v5L4 9.5h8l-2-2v-5M8 9.5v4',
  mask: 'M2.5 3.5h11v9h-11zM5 6h6v4H5z',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  minus: 'M3 8h10',
  send: 'M2.5 8 13.5 3l-3.5 10-2.5-4.2Z',
  turnLeft: 'M6.5 7.5h7v6h-7zM9.5 3.5h-4a3 3 0 0 0-3 3v2M7.4 1.4l2.1 2.1-2.1 2.1',
  turnRight: 'M2.5 7.5h7v6h-7zM6.5 3.5h4a3 3 0 0 1 3 3v2M8.6 1.4 6.5 3.5l2.1 2.1',
  rotateView: 'M2.5 7.5h7v6h-7zM6.5 3.5h4a3 3 0 0 1 3 3v2M8.6 1.4 6.5 3.5l2.1 2.1',
  pause: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2ZM6.6 5.8v4.4M9.4 5.8v4.4',
  resume: 'M5.5 3.5v9l7-4.5Z',
  record: 'M3.5 2.5h9v11h-9zM5.8 5.5h4.4M5.8 8h4.4M5.8 10.5h2.4',
  remove: 'M3 4.5h10M6.2 4.5V3h3.6v1.5M4.4 4.5l.6 8.7h6l.6-8.7M6.8 7v4M9.2 7v4',
  samples: 'M2.5 4.5h7v9h-7zM5.5 4.5v-2h8v9h-4M4.5 7.5h3M4.5 10h3',
  up: 'm4.5 9.8 3.5 -3.6 3.5 3.6',
  settings:
    'M2 5h6M12 5h2M2 11h2M8 11h6M10 3.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6ZM6 9.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z',
} as const;

export type IconName = keyof typeof outlines;

/** A decorative icon. Without text next to it, the button around it needs a label. */
export const Icon = ({ name, className = '' }: { readonly name: IconName; readonly className?: string }) => (
  <svg
    className={`icon ${className}`}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={outlines[name]} />
  </svg>
);
