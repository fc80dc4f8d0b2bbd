import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { decodeMail } from './decodeMail.ts'

export interface TestMailServer {
  /** For SMTP_URL. */
  readonly url: string
  /** Accepted mails, oldest first, decoded. */
  readonly mails: readonly string[]
  /** Rejects the next `count` mails at first. */
  refuse(count: number): void
  close(): Promise<void>
}

/** A real SMTP server on a free port. For tests only. */
export async function startTestMailServer({ host = '127.0.0.1' } = {}): Promise<TestMailServer> {
  const mails: string[] = []
  let refusals = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      void text(stream).then(
        (mail) => {
          if (refusals-- > 0) return done(Object.assign(new Error('Greylisted, please try again'), { responseCode: 451 }))
          mails.push(decodeMail(mail))
          done()
        },
        // The sender vanished in the middle of it.
        () => undefined,
      )
    },
  })
  server.on('error', () => undefined)
  server.listen(0, host)
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${host}:${port}`,
    mails,
    refuse: (count) => {
      refusals = count
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
