/** The entry of AgentThreads' worker that scans wait for. */
export { answerAgentTask as default } from './agentTasks.ts'
