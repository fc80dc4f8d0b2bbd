export function loadSettings(file: string, environment: Record<string, string | undefined>): void
