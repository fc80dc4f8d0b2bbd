import { SessionIndex, type SessionCloses, type SharedSessions } from '../analysis/agent/SessionIndex.ts'
import { carryOn, type CarriedOn, type CarryOnTask } from './carryOn.ts'
import { examine, type Examination, type ExamineTask } from './examine.ts'

/** Finished sessions to be searched; `known`: the index that they are added to, or null for a new one. */
export interface IndexTask {
  readonly known: SharedSessions | null
  readonly sessions: readonly SessionCloses[]
}

/** What the threads of the research service do, by name, and what they answer. */
export interface AgentTasks {
  readonly index: { readonly task: IndexTask; readonly answer: SharedSessions }
  readonly examine: { readonly task: ExamineTask; readonly answer: Examination }
  readonly carryOn: { readonly task: CarryOnTask; readonly answer: CarriedOn }
}

export type AgentTaskName = keyof AgentTasks
export type AgentTask = { [Name in AgentTaskName]: { readonly name: Name; readonly task: AgentTasks[Name]['task'] } }[AgentTaskName]
export type AgentAnswer = AgentTasks[AgentTaskName]['answer']

export function answerAgentTask(asked: AgentTask): AgentAnswer {
  if (asked.name === 'examine') return examine(asked.task)
  if (asked.name === 'carryOn') return carryOn(asked.task)
  const { known, sessions } = asked.task
  if (known === null) return SessionIndex.build(sessions).shared
  return sessions.reduce((index, session) => index.with(session), SessionIndex.attach(known)).shared
}
