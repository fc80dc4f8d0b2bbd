import { randomUUID } from 'node:crypto'
import { CommandFailure } from '../../engine/cli/failures.ts'
import { Letters } from '../../gateway/topics/mail/Letters.ts'
import { Mailer, mailSettings } from '../../gateway/topics/mail/Mailer.ts'
import { Background } from '../../gateway/kit/Background.ts'
import { createLog } from '../../gateway/app/createLog.ts'
import { readConfig, type GatewayConfig } from '../../gateway/app/readConfig.ts'
import type { TellOwner } from './account.ts'

/**
 * Mail to owners of accounts, by the gateway's own settings: to its mail server, or into its folder of mails. A refused mail is
 * logged on standard error. Throws CommandFailure with every wrong setting.
 */
export function ownerMail(env: NodeJS.ProcessEnv): { readonly tell: TellOwner; close(): Promise<void> } {
  const config = settings(env)
  const log = createLog()
  const background = new Background(log)
  const mailer = new Mailer(mailSettings(config), background, log)
  const letters = new Letters(config.publicUrl)
  return {
    tell: (write) => background.run('a mail could not be sent', () => mailer.send(write(letters), randomUUID())),
    close: () => mailer.close(),
  }
}

function settings(env: NodeJS.ProcessEnv): GatewayConfig {
  try {
    return readConfig(env)
  } catch (error) {
    throw new CommandFailure(error instanceof Error ? error.message : String(error))
  }
}
