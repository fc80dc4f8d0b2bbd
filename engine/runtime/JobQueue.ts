/** Runs jobs one after another; retries a job that failed because the database was away. */
export interface JobQueue {
  /** Jobs waiting, including the running one. */
  readonly length: number
  /** `abandoned`: the job kept failing although the database was up; it was logged. Never rejects. */
  add(name: string, job: () => Promise<void>): Promise<'done' | 'abandoned'>
}
