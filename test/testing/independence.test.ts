import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const KIT = join(__dirname, '..', '..', 'dist', 'testing');

test('the test kit loads neither cdktf nor constructs, so that users may use cdktn', () => {
  const code = `require('${KIT}'); console.log(JSON.stringify(Object.keys(require.cache)))`;
  const { stdout } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });
  const loaded = JSON.parse(stdout) as readonly string[];
  expect(loaded).toContain(join(KIT, 'index.js'));
  expect(loaded.filter((path) => /node_modules\/(cdktf|cdktn|constructs|@jest|vitest)\//.test(path))).toEqual(
    [],
  );
});
