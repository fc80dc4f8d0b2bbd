/** A mistake in the sandbox's configuration or its files: the message is one sentence for the person who wrote it. */
export class SandboxConfigError extends Error {
  override readonly name = 'SandboxConfigError'
}
