import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../prisma/client.ts'
import type { Background } from '../../kit/Background.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { Sealer } from '../../security/Sealer.ts'
import { Letters } from './Letters.ts'
import { Mailer, mailSettings, type MailConfig } from './Mailer.ts'
import { Postbox } from './Postbox.ts'

interface Needs {
  readonly db: Database
  readonly config: MailConfig & { readonly publicUrl: string }
  readonly background: Background
  readonly sealer: Sealer
  readonly log: FastifyBaseLogger
}

/** Concurrent sends. */
const AT_ONCE = 10

export const mailTopic = defineTopic({
  services: ({ db, config, background, sealer, log }: Needs) => {
    const mailer = new Mailer(mailSettings(config), background, log)
    return { mailer, postbox: new Postbox(db, sealer, mailer), letters: new Letters(config.publicUrl) }
  },
  run: ({ mailer, postbox }) => ({
    jobs: { tasks: { 'mail.send': ({ mailId }) => postbox.send(mailId) }, concurrency: AT_ONCE },
    prune: () => postbox.prune(),
    serving: () => mailer.check(),
    close: () => mailer.close(),
  }),
})
