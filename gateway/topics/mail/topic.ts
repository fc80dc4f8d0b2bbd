import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../prisma/client.ts'
import type { Background } from '../../kit/Background.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { Letters } from './Letters.ts'
import { MailLimits } from './MailLimits.ts'
import { Mailer, mailSettings, type MailConfig } from './Mailer.ts'

interface Needs {
  readonly db: Database
  readonly config: MailConfig & { readonly publicUrl: string }
  readonly background: Background
  readonly log: FastifyBaseLogger
}

export const mailTopic = defineTopic({
  services: ({ db, config, background, log }: Needs) => ({
    mailer: new Mailer(mailSettings(config), background, log),
    letters: new Letters(config.publicUrl),
    mailLimits: new MailLimits(db),
  }),
  run: ({ mailer }) => ({ serving: () => mailer.check(), close: () => mailer.close() }),
})
