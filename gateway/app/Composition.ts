import type { FastifyInstance } from 'fastify'
import type { Crew } from '../../prisma/jobs/JobWorkers.ts'
import type { SakhaEvent } from '../../schema/events/SakhaEvent.ts'
import type { OncePerRequest, ResolverClass, Running, Streams, Topic } from '../kit/Topic.ts'
import type { RouteTools } from '../kit/RouteTools.ts'

/** What all topics' routes work with. */
type RequestTools = Omit<RouteTools<unknown>, 'services'>

/** One topic with the services that its faces work with. */
interface OpenTopic {
  readonly resolver: { readonly type: ResolverClass; readonly instance: object } | null
  routes(app: FastifyInstance, tools: RequestTools): void
  pages(app: FastifyInstance): void
  run(): Running
}

/** By the kinds of mutations limited to one per request. */
type Limited = Readonly<Record<OncePerRequest, readonly string[]>>

interface Made<Services> {
  readonly services: Services
  readonly topics: readonly OpenTopic[]
}

/** Topics that are opened one after the other, each with the services of those before it. */
export class Composition<Platform, Services> {
  /** Of all topics. */
  readonly resolvers: readonly ResolverClass[]
  /** Likewise. */
  readonly oncePerRequest: Limited
  /** Likewise. */
  readonly patient: readonly string[]
  readonly #make: (platform: Platform) => Promise<Made<Services>>

  private constructor(
    { resolvers, oncePerRequest, patient }: Pick<Composition<Platform, Services>, 'resolvers' | 'oncePerRequest' | 'patient'>,
    make: (platform: Platform) => Promise<Made<Services>>,
  ) {
    this.resolvers = resolvers
    this.oncePerRequest = oncePerRequest
    this.patient = patient
    this.#make = make
  }

  /** No topics yet, only what is there before them. */
  static of<Platform>(): Composition<Platform, Platform> {
    const none = { resolvers: [], oncePerRequest: { credential: [], download: [] }, patient: [] }
    return new Composition<Platform, Platform>(none, async (platform) => ({ services: platform, topics: [] }))
  }

  /** The same with one topic more. */
  with<More>(topic: Topic<Services, More>): Composition<Platform, Services & More> {
    const { resolver, oncePerRequest: { credential = [], download = [] } = {}, patient = [], routes, pages, run } = topic
    const all = {
      resolvers: resolver ? [...this.resolvers, resolver] : this.resolvers,
      oncePerRequest: {
        credential: [...this.oncePerRequest.credential, ...credential],
        download: [...this.oncePerRequest.download, ...download],
      },
      patient: [...this.patient, ...patient],
    }
    return new Composition(all, async (platform: Platform) => {
      const before = await this.#make(platform)
      const services = { ...before.services, ...(await topic.services(before.services)) }
      const open: OpenTopic = {
        resolver: resolver ? { type: resolver, instance: new resolver(services) } : null,
        routes: (app, tools) => routes?.(app, { ...tools, services }),
        pages: (app) => pages?.(app, services),
        run: () => run?.(services) ?? {},
      }
      return { services, topics: [...before.topics, open] }
    })
  }

  /** Makes all services, then lets every topic run. Rejects as a topic's services do; nothing runs then. */
  async open(platform: Platform): Promise<OpenTopics<Services>> {
    const { services, topics } = await this.#make(platform)
    return new OpenTopics(services, topics)
  }
}

/** All topics while the gateway runs. */
export class OpenTopics<Services> {
  readonly services: Services
  /** By their classes. */
  readonly resolvers: ReadonlyMap<unknown, object>
  readonly streams: Streams
  readonly #topics: readonly OpenTopic[]
  readonly #running: readonly Running[]

  constructor(services: Services, topics: readonly OpenTopic[]) {
    this.services = services
    this.#topics = topics
    this.resolvers = new Map(topics.flatMap(({ resolver }) => (resolver ? [[resolver.type, resolver.instance] as const] : [])))
    this.#running = topics.map((topic) => topic.run())
    this.streams = Object.assign({}, ...this.#running.map(({ streams }) => streams))
  }

  /** The tasks of all topics. */
  get jobs(): readonly Crew[] {
    return this.#running.flatMap(({ jobs }) => jobs ?? [])
  }

  /** What removes rows that the topics kept for a while. */
  get prunes(): readonly (() => Promise<void>)[] {
    return this.#running.flatMap(({ prune }) => prune ?? [])
  }

  /** Registers the paths under /api. */
  routes(app: FastifyInstance, tools: RequestTools): void {
    for (const topic of this.#topics) topic.routes(app, tools)
  }

  /** Registers the paths elsewhere. */
  pages(app: FastifyInstance): void {
    for (const topic of this.#topics) topic.pages(app)
  }

  /** Hands one event of the bus to those who hear it. */
  handle(event: SakhaEvent): void {
    for (const { hears } of this.#running) {
      // Its name says which event it takes.
      const hear = hears?.[event.type] as ((event: SakhaEvent) => void) | undefined
      hear?.(event)
    }
  }

  /** Events may have been missed. */
  missed(): void {
    for (const running of this.#running) running.missed?.()
  }

  /** The gateway has begun to serve. */
  serving(): void {
    for (const running of this.#running) running.serving?.()
  }

  /** Closes the topics, those first that need others. */
  async close(): Promise<void> {
    for (const running of [...this.#running].reverse()) await running.close?.()
  }
}
