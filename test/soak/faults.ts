import { failingNetwork, type FailingNetworkReport } from '../helpers/failing-network.ts';

/** The full length: three calls of ten fail, over 500 documents, at each concurrency. */
export const run = async (documents = 500): Promise<boolean> => {
  const reports: FailingNetworkReport[] = [];
  for (const concurrency of [1, 4, 16])
    reports.push(await failingNetwork({ documents, concurrency, seed: concurrency }));
  console.table(reports.map(({ broken, ...figures }) => ({ ...figures, broken: broken.length })));
  for (const { broken } of reports) for (const fault of broken.slice(0, 10)) console.log(fault);
  return reports.every(({ broken }) => broken.length === 0);
};
