import type { FastifyInstance } from 'fastify'
import type { Crew } from '../../prisma/jobs/JobWorkers.ts'
import type { SakhaEvent } from '../../schema/events/SakhaEvent.ts'
import type { Principal } from './Principal.ts'
import type { RouteTools } from './RouteTools.ts'

/** What happens at an event of the bus, by its name. */
export type Hears = { readonly [Type in SakhaEvent['type']]?: (event: Extract<SakhaEvent, { type: Type }>) => void }

/** What a subscription sends to a caller. Throws BAD_USER_INPUT and what else the caller is refused with. */
export type Stream = (caller: Principal, args: unknown) => AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>

/** By the names of the subscriptions. */
export type Streams = Readonly<Record<string, Stream>>

/** What a topic does while the gateway runs. */
export interface Running {
  readonly streams?: Streams
  readonly hears?: Hears
  /** Its tasks that run later, and how many at once. */
  readonly jobs?: Crew
  /** Removes what it kept for a while; about once an hour, in one of all gateways. */
  readonly prune?: () => Promise<void>
  /** Events may have been missed: looks after what they would have brought. */
  missed?(): void
  /** The gateway has begun to serve. */
  serving?(): void
  /** Releases its resources; nothing calls it any more. */
  close?(): void | Promise<void>
}

/**
 * Of each kind a request carries one mutation at most. `credential`: looks at a password, a code or a mailed link, sends a mail, or reads
 * all there is of an account, and so can be used for guessing or flooding. `download`: leads to a file of all that a user has.
 */
export type OncePerRequest = 'credential' | 'download'

/** Its constructor takes the services that it needs, by their names. */
export type ResolverClass<Services = never> = new (services: Services) => object

/**
 * A topic's manifest: all that the gateway knows of it. The services of one topic are at the disposal of all that come after it in
 * app/topics.ts; the compiler refuses a topic that stands before what it needs.
 */
export interface Topic<Needs, Made> {
  /** Makes the topic's services from what the gateway and the topics before it have. */
  readonly services: (needs: Needs) => Made | Promise<Made>
  /** Its queries, mutations and subscriptions. */
  readonly resolver?: ResolverClass<NoInfer<Needs & Made>>
  /** Which of its mutations fit into a request once. */
  readonly oncePerRequest?: Readonly<Partial<Record<OncePerRequest, readonly string[]>>>
  /** Which of its mutations wait for somebody outside, and may take longer than others. */
  readonly patient?: readonly string[]
  /** Its paths under /api. */
  readonly routes?: (app: FastifyInstance, tools: RouteTools<NoInfer<Needs & Made>>) => void
  /** Its paths elsewhere, which browsers open by themselves. */
  readonly pages?: (app: FastifyInstance, services: NoInfer<Needs & Made>) => void
  /** Begins what goes on between requests; no topic's services are missing then. */
  readonly run?: (services: NoInfer<Needs & Made>) => Running
}

/** The manifest itself, with its types worked out. */
export function defineTopic<Needs, Made extends object>(topic: Topic<Needs, Made>): Topic<Needs, Made> {
  return topic
}
