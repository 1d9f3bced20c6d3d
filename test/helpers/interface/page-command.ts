import type { RunningApp } from '../app-fixtures/running-app.ts';

/** Sends a command like the page, in the way of its host; returns the whole response as text. */
export const sendAsPage = (
  { page }: Pick<RunningApp, 'page'>,
  name: string,
  input: object,
): Promise<string> =>
  page.evaluate(
    async ([called, given]) => {
      const bridge = Reflect.get(window, 'vouch');
      if (bridge) return JSON.stringify(await bridge.invoke(called, given));
      const response = await fetch(`/commands/${called}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-vouch-session': sessionStorage.getItem('vouch-session') ?? '',
        },
        body: JSON.stringify(given),
      });
      return response.text();
    },
    [name, input] as const,
  );
