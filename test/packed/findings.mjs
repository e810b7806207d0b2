/** Prints as JSON what publint and Are The Types Wrong say of a tarball. */
import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const data = readFileSync(process.argv[2]);
const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(data).buffer } });
const types = await checkPackage(createPackageFromTarballData(new Uint8Array(data)));
console.log(
  JSON.stringify({
    publint: messages.map((message) => formatMessage(message, pkg, { color: false })),
    types: types.problems,
  }),
);
