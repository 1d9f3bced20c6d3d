import { isJsonObject } from '../../../shared/services/guards.ts';
import { resultBlockNames } from '../../../shared/services/envelope.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import type { OpenedResponse } from './open-response.ts';
import type { Hide } from '../../infra/hide-secrets.ts';

/** The same response with another base64 text. */
const withText = (service: ServiceId, response: unknown, text: string): unknown => {
  const payload = isJsonObject(response) && isJsonObject(response.payload) ? response.payload : {};
  const name = resultBlockNames[service];
  const block = isJsonObject(payload[name]) ? payload[name] : {};
  return { ...(isJsonObject(response) ? response : {}), payload: { ...payload, [name]: { ...block, text } } };
};

/** Skips the base64 text, which was already searched and may be most of the response. */
const hideAround = (text: string, clean: string, hide: Hide): string => {
  const at = text.indexOf(clean);
  if (at < 0) return hide(text);
  return hide(text.slice(0, at)) + clean + hide(text.slice(at + clean.length));
};

/**
 * The response without our secrets, in its own words and in its base64 text; null if there is nothing to
 * hide, as in nearly every response. An error may contain the address that was called, and with it the
 * signature.
 */
export const hideInResponse = (
  service: ServiceId,
  { text, envelope }: OpenedResponse,
  hide: Hide,
): string | null => {
  const inner = envelope?.inner.ok ? envelope.inner.value : null;
  const shown = inner?.bytes ? hide(inner.text) : '';
  const isClean = !inner?.bytes || shown === inner.text;
  const base64 = !inner || isClean ? inner?.base64 : Buffer.from(shown, inner.encoding).toString('base64');
  const whole =
    base64 === undefined || isClean ? text : JSON.stringify(withText(service, envelope?.value, base64));
  // A text that is not JSON is saved and shown unchanged, so its base64 must be searched as well.
  const hidden = base64 !== undefined && inner?.json.ok ? hideAround(whole, base64, hide) : hide(whole);
  return hidden === text ? null : hidden;
};
