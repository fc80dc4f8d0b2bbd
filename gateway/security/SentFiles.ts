import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { UserFacingError } from '../../schema/errors.ts'
import { Multimap } from '../../schema/Multimap.ts'
import type { Background } from '../kit/Background.ts'
import type { Principal } from '../kit/Principal.ts'
import type { Authenticator } from './Authenticator.ts'

/** Content types. */
export const CSV = 'text/csv; charset=utf-8'
export const NDJSON = 'application/x-ndjson; charset=utf-8'

/** A file that is produced while it is sent. */
export interface OpenedFile {
  /** The file name for the browser. */
  readonly name: string
  /** Its Content-Type. */
  readonly type: string
  /** Produced on demand. */
  readonly pieces: AsyncIterable<string>
}

/** Whose session or access token the file is sent by. */
export type Asker = Pick<Principal, 'userId' | 'sessionId' | 'scopes'>

interface SentFile {
  readonly asker: Asker
  readonly stream: Readable
}

/**
 * Every file that a caller is sent. One whose session or access token ends, on whichever gateway, is broken off: the client sees a
 * connection that was cut, never a file that looks whole.
 */
export class SentFiles {
  readonly #authenticator: Authenticator
  readonly #background: Background
  readonly #underWay = new Multimap<string, SentFile>()
  constructor(authenticator: Authenticator, background: Background) {
    this.#authenticator = authenticator
    this.#background = background
  }

  /** Answers with the file. Rejects with UNAUTHENTICATED when the session or the access token has ended since the request came. */
  async send(reply: FastifyReply, asker: Asker, { name, type, pieces }: OpenedFile): Promise<FastifyReply> {
    const stream = pieces instanceof Readable ? pieces : Readable.from(pieces)
    const file = { asker, stream }
    this.#underWay.add(asker.sessionId, file)
    // Fastify hears of it, too, but not before it is given the stream.
    stream.on('error', () => {})
    stream.once('close', () => this.#underWay.delete(asker.sessionId, file))
    // From here on its end is heard; one that came before this found nothing to break off.
    if (!(await this.#authenticator.stillLives(asker))) {
      stream.destroy()
      throw ended()
    }
    return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(stream)
  }

  /** Breaks off the files of an ended session or access token. */
  endSession(sessionId: string): void {
    for (const { stream } of this.#underWay.of(sessionId)) stream.destroy(ended())
  }

  /** Ends may have been missed: breaks off the files of those that came meanwhile. */
  missed(): void {
    for (const { asker } of new Set(this.#underWay.values()))
      this.#background.run('the session of a file could not be looked at', async () => {
        if (!(await this.#authenticator.stillLives(asker))) this.endSession(asker.sessionId)
      })
  }
}

const ended = () => new UserFacingError('UNAUTHENTICATED', 'Your session has ended. Please sign in again.')
