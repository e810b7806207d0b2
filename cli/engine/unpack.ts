import { unzip } from 'fflate';

/**
 * Extracts one file from a zip archive.
 *
 * @throws Error if the archive is damaged or has no such file
 */
export function unpackOne(archive: Uint8Array, name: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    unzip(archive, { filter: (file) => file.name === name }, (error, files) => {
      const content = files?.[name];
      if (error) reject(new Error(`the archive is damaged: ${error.message}`));
      else if (!content) reject(new Error(`the archive has no file ${name}`));
      else resolve(content);
    });
  });
}
