import { constants, setPriority } from 'node:os'

// On Linux a thread has a priority of its own; elsewhere this would slow down the whole engine.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)

/** The entry of AgentThreads' worker that computes when nobody else does. */
export { answerAgentTask as default } from './agentTasks.ts'
