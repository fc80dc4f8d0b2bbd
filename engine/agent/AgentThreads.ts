import type { Piscina, TaskQueue } from 'piscina'
import type { Logger } from 'pino'
import { startThreads } from '../workers/startThreads.ts'
import type { AgentAnswer, AgentTask, AgentTaskName, AgentTasks } from './agentTasks.ts'
import { URGENT, UrgentFirst } from './UrgentFirst.ts'

/** Megabytes that a thread may keep: the sessions are shared and not counted. */
const HEAP_MB = 256

/** Two threads of the research service: one for scans and users' requests, one of low priority for the rest. They start on first use. */
export class AgentThreads {
  readonly #log: Logger
  #prompt: Piscina<AgentTask, AgentAnswer> | null = null
  #patient: Piscina<AgentTask, AgentAnswer> | null = null
  #closed = false

  constructor(log: Logger) {
    this.#log = log
  }

  /** Done as soon as may be. Rejects when the task throws, or its thread ends. */
  async run<Name extends AgentTaskName>(name: Name, task: AgentTasks[Name]['task']): Promise<AgentTasks[Name]['answer']> {
    return this.#promptThread().run({ name, task } as AgentTask)
  }

  /** The same, ahead of the queue: a scan of hundreds of keys takes seconds. */
  async runFirst<Name extends AgentTaskName>(name: Name, task: AgentTasks[Name]['task']): Promise<AgentTasks[Name]['answer']> {
    return this.#promptThread().run({ name, task, ...URGENT } as AgentTask)
  }

  /** Done with what time is left over. */
  async runPatiently<Name extends AgentTaskName>(name: Name, task: AgentTasks[Name]['task']): Promise<AgentTasks[Name]['answer']> {
    this.#patient ??= this.#start('patientWorker')
    return this.#patient.run({ name, task } as AgentTask)
  }

  /** Ends the threads; tasks in progress are rejected, and so are later ones. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([this.#prompt?.destroy(), this.#patient?.destroy()])
  }

  #promptThread(): Piscina<AgentTask, AgentAnswer> {
    return (this.#prompt ??= this.#start('agentWorker', new UrgentFirst()))
  }

  #start(worker: string, queue?: TaskQueue): Piscina<AgentTask, AgentAnswer> {
    if (this.#closed) throw new Error('the threads of the research service have ended')
    return startThreads({
      file: new URL(`./${worker}`, import.meta.url),
      threads: 1,
      log: this.#log,
      heapMb: HEAP_MB,
      ...(queue ? { queue } : {}),
    })
  }
}
