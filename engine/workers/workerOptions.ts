const TYPESCRIPT = import.meta.url.endsWith('.ts')

/**
 * Piscina's options for a fixed number of threads that run a file of this project. `file` is without its ending: from source the
 * threads load the TypeScript file, with the loader that this thread needed too; compiled, the JavaScript file.
 */
export function workerOptions(file: URL, threads: number) {
  return {
    filename: `${file.href}${TYPESCRIPT ? '.ts' : '.js'}`,
    execArgv: TYPESCRIPT ? ['--import', '@oxc-node/core/register'] : [],
    minThreads: threads,
    maxThreads: threads,
  }
}
