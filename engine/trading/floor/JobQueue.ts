/** Runs jobs one after another; one that fails because the database is away is run again when it is back. */
export interface JobQueue {
  /** `abandoned`: the job kept failing with the database there; it was logged. Never rejects. */
  add(name: string, job: () => Promise<void>): Promise<'done' | 'abandoned'>
}
