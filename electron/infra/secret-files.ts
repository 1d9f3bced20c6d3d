import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { failed, success, type Result } from '../../shared/result.ts';
import { codeOf } from './error-code.ts';
import { secretVariables, type Environment } from './environment.ts';

/** Why a secret can't be taken from the file that a variable names. */
export type SecretFileFailure = {
  /** The variable, without `_FILE`. */
  readonly name: string;
  readonly reason: 'both' | 'unreadable' | 'empty' | 'too-large';
  /** What the system says; never the file's contents. */
  readonly detail: string;
};

/** Keys have 32 characters, and addresses some hundred. */
const maxBytes = 16_384;

const readSecret = (path: string): Result<string, Pick<SecretFileFailure, 'reason' | 'detail'>> => {
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
    // A pipe would wait for its writer.
    if (!fstatSync(file).isFile()) return failed({ reason: 'unreadable', detail: path });
    const bytes = Buffer.alloc(maxBytes + 1);
    const length = readSync(file, bytes, 0, bytes.length, 0);
    if (length > maxBytes) return failed({ reason: 'too-large', detail: path });
    const secret = bytes.toString('utf8', 0, length).trim();
    return secret === '' ? failed({ reason: 'empty', detail: path }) : success(secret);
  } catch (error) {
    return failed({ reason: 'unreadable', detail: `${path}: ${codeOf(error)}` });
  } finally {
    if (file !== null) closeSync(file);
  }
};

/**
 * The environment with the contents of the files that `VOUCH_API_KEY_FILE` and the like name: orchestrators hand out
 * secrets as files, which neither children nor a listing of processes show.
 */
export const withSecretFiles = (environment: Environment): Result<Environment, SecretFileFailure> => {
  const secrets: Record<string, string> = {};
  for (const name of secretVariables) {
    const path = environment[`${name}_FILE`]?.trim() || null;
    if (path === null) continue;
    // Which of the two counts would be a guess.
    if (environment[name]?.trim()) return failed({ name, reason: 'both', detail: path });
    const secret = readSecret(path);
    if (!secret.ok) return failed({ name, ...secret.failure });
    secrets[name] = secret.value;
  }
  return success({ ...environment, ...secrets });
};
