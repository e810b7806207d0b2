import { readAnswer, readShared, records, type Answer, type Send } from '../../cli/copy/answers';

/** The lists and objects of a zone that the emulator answers to a GET. */
const OF_A_ZONE = [
  '',
  '/rulesets',
  '/logpush/jobs',
  ...['status', 'check', 'config'].map((name) => `/waf_migration/${name}`),
  '/settings/waf',
  '/firewall/waf/packages',
  '/firewall/waf/overrides',
  '/filters',
  '/firewall/rules',
  '/pagerules',
];

/** The answers of zones to every GET, also to those that tell nothing new. */
export async function everyAnswer(zoneIds: readonly string[], send: Send): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const ask = async (path: string): Promise<void> => void answers.push(await readAnswer(path, send));
  for (const id of zoneIds) {
    for (const below of OF_A_ZONE) await ask(`/zones/${id}${below}`);
    const listed = (list: string) =>
      records(answers.find(({ path }) => path === `/zones/${id}/${list}`)?.result);
    for (const { id: own, kind } of listed('rulesets'))
      if (kind !== 'managed') await ask(`/zones/${id}/rulesets/${String(own)}`);
    for (const { id: pack } of listed('firewall/waf/packages'))
      for (const part of ['groups', 'rules'])
        await ask(`/zones/${id}/firewall/waf/packages/${String(pack)}/${part}`);
  }
  return [...answers, ...(await readShared(answers, send))];
}
