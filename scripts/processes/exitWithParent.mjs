/** Preloaded into every process a launcher starts: when the launcher is gone, the process ends itself in its usual way instead of living on and holding ports. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Listening keeps the channel open; it must not keep the process alive.
process.channel?.unref()
