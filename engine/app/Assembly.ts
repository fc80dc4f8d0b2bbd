import type { ChangeListeners } from '../cluster/onChange.ts'
import type { Metrics } from '../runtime/Metrics.ts'
import { beginBeats } from './beginBeats.ts'
import type { Part, Running } from './Part.ts'

/** One part with the services that it works with. */
interface OpenPart {
  hears(): ChangeListeners
  run(): Running
}

interface Opened<Services> {
  readonly services: Services
  readonly parts: readonly OpenPart[]
}

/** Parts that are opened one after the other, each with the services of those before it. */
export class Assembly<Platform, Services> {
  readonly #open: (platform: Platform) => Promise<Opened<Services>>

  private constructor(open: (platform: Platform) => Promise<Opened<Services>>) {
    this.#open = open
  }

  /** No parts yet, only what is there before them. */
  static of<Platform>(): Assembly<Platform, Platform> {
    return new Assembly<Platform, Platform>(async (platform) => ({ services: platform, parts: [] }))
  }

  /** The same with one part more. */
  with<More>(part: Part<Services, More>): Assembly<Platform, Services & More> {
    return new Assembly(async (platform: Platform) => {
      const before = await this.#open(platform)
      const services = { ...before.services, ...(await part.open(before.services)) }
      const open: OpenPart = { hears: () => part.hears?.(services) ?? {}, run: () => part.run?.(services) ?? {} }
      return { services, parts: [...before.parts, open] }
    })
  }

  /** Opens all parts; none of them runs yet. Rejects as the first does that does not open: those after it are not opened then. */
  async open(platform: Platform): Promise<OpenParts<Services>> {
    const { services, parts } = await this.#open(platform)
    return new OpenParts(services, parts)
  }
}

/** All parts of an engine, from their opening to their stop; what it calls is called in their order. */
export class OpenParts<Services> {
  readonly services: Services
  readonly #parts: readonly OpenPart[]
  #running: readonly Running[] = []
  #endBeats: () => void = () => undefined

  constructor(services: Services, parts: readonly OpenPart[]) {
    this.services = services
    this.#parts = parts
  }

  /** What they do at which event of the bus. */
  get hears(): readonly ChangeListeners[] {
    return this.#parts.map((part) => part.hears())
  }

  /** Lets every part run, then begins the beats; to be called once, when the bus is heard. */
  run(): void {
    this.#running = this.#parts.map((part) => part.run())
    this.#endBeats = beginBeats(this.#running.flatMap(({ beats }) => beats ?? []))
  }

  /** Each continues where the last run ended when the one before it has done so. */
  async resume(): Promise<void> {
    for (const running of this.#running) await running.resume?.()
  }

  /** The set of this node's users has changed. */
  onUsersChanged(): void {
    for (const running of this.#running) running.onUsersChanged?.()
  }

  /** Each takes up its work when the one before it has done so. */
  async begin(): Promise<void> {
    for (const running of this.#running) await running.begin?.()
  }

  /** The engine trades. */
  trading(): void {
    for (const running of this.#running) running.trading?.()
  }

  /** Names the metrics of all. */
  describe(metrics: Metrics): void {
    for (const running of this.#running) running.metrics?.(metrics)
  }

  /** What is not as it should be, in sentences. */
  get degraded(): readonly string[] {
    return this.#running.flatMap((running) => running.degraded?.() ?? [])
  }

  /** Ends the beats, then stops all parts at once. Rejects as the first does that could not. */
  async stop(): Promise<void> {
    this.#endBeats()
    await Promise.all(this.#running.map(async (running) => running.stop?.()))
  }
}
