import { JobWorkers } from '../JobWorkers.ts'

// Takes jobs, says which, and never ends one: to be killed. For tests only.
new JobWorkers(
  process.env['DATABASE_URL'] ?? '',
  [{ concurrency: 2, tasks: { 'mail.send': ({ mailId }) => new Promise(() => process.stdout.write(`${mailId}\n`)) } }],
  { error: () => undefined, warn: () => undefined, info: () => undefined },
)
