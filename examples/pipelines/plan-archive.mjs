// node plan-archive.mjs encrypt FILE < ARCHIVE
// node plan-archive.mjs decrypt FILE > ARCHIVE
//
// Encrypts saved plans with PLAN_KEY for the way from one job to another (AES-256-GCM). Nothing is written of a file that
// another key encrypted, or that was damaged or changed since.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const CIPHER = 'aes-256-gcm';
const LEAST_CHARACTERS = 32;
/** The bytes before the encrypted archive. */
const [SALT, NONCE, TAG] = [16, 12, 16];

const [mode, file] = process.argv.slice(2);
const password = process.env.PLAN_KEY ?? '';
try {
  if (password.length < LEAST_CHARACTERS)
    throw new Error(
      `PLAN_KEY ${password === '' ? 'is not set' : `has ${password.length} characters`}. It must have at least ` +
        `${LEAST_CHARACTERS}, and be the same in all jobs: openssl rand -hex 32`,
    );
  if (mode === 'encrypt') writeFileSync(file, encrypted(readFileSync(0)));
  else process.stdout.write(decrypted(readFileSync(file)));
} catch (error) {
  console.error(`plan-archive.mjs: ${error.message}`);
  process.exitCode = 1;
}

function encrypted(archive) {
  const [salt, nonce] = [randomBytes(SALT), randomBytes(NONCE)];
  const cipher = createCipheriv(CIPHER, keyOf(salt), nonce);
  const content = [cipher.update(archive), cipher.final()];
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), ...content]);
}

function decrypted(content) {
  const part = (start, length) => content.subarray(start, start + length);
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(part(0, SALT)), part(SALT, NONCE), {
      authTagLength: TAG,
    });
    decipher.setAuthTag(part(SALT + NONCE, TAG));
    return Buffer.concat([decipher.update(content.subarray(SALT + NONCE + TAG)), decipher.final()]);
  } catch {
    throw new Error(
      `${file} cannot be decrypted: another PLAN_KEY encrypted it, or it was damaged or changed since. Plan again.`,
    );
  }
}

function keyOf(salt) {
  return scryptSync(password, salt, 32);
}
