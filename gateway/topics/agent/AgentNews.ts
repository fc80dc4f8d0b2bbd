import type { AgentStatus } from '../../../schema/graphql/agent.ts'
import type { Background } from '../../kit/Background.ts'
import { Broadcast } from '../../kit/Broadcast.ts'
import type { Hears } from '../../kit/Topic.ts'
import type { AgentReader } from './AgentReader.ts'

/** Agents that are read at once. */
const AT_ONCE = 200

/** Streams the state of agents to their owners; reads only what somebody subscribes to, all of them together, and each once for all that happened meanwhile. */
export class AgentNews {
  readonly #reader: AgentReader
  readonly #background: Background
  readonly #changes = new Broadcast<AgentStatus>()
  /** Users whose agents are to be read. */
  readonly #concerned = new Set<string>()
  #reading = false

  constructor(reader: AgentReader, background: Background) {
    this.#reader = reader
    this.#background = background
  }

  get hears(): Hears {
    const itsUser = ({ userId }: { readonly userId: string }) => this.#look([userId])
    return {
      ...{ 'agent.changed': itsUser, 'trade.opened': itsUser, 'trade.closed': itsUser },
      ...{ 'proposal.made': itsUser, 'proposal.approved': itsUser, 'proposal.ended': itsUser },
      'agent.scanned': () => this.#look(this.#changes.keys()),
    }
  }

  /** A user's agent from now on, whenever it changes. */
  stream(userId: string): AsyncIterable<AgentStatus> {
    return this.#changes.stream(userId)
  }

  #look(userIds: Iterable<string>): void {
    for (const userId of userIds) if (this.#changes.hasListeners(userId)) this.#concerned.add(userId)
    if (this.#reading || this.#concerned.size === 0) return
    this.#reading = true
    this.#background.run('the state of an agent could not be read', () => this.#publish())
  }

  /** Many in one read: a scan concerns everybody who looks. */
  async #publish(): Promise<void> {
    try {
      while (this.#concerned.size > 0) {
        const userIds = [...this.#concerned].slice(0, AT_ONCE)
        for (const userId of userIds) this.#concerned.delete(userId)
        for (const status of await this.#reader.statuses(userIds)) this.#changes.publish(status.id, status)
      }
    } finally {
      this.#reading = false
    }
  }
}
