import { ConfigError, type Environment, EnvReader } from './read-env.ts'

/** Returns the key of `SKILLSHOT_REPORTER_KEY`, or of the file that `SKILLSHOT_REPORTER_KEY_FILE` names; null: neither is set. @throws ConfigError */
export function readReporterKey(env: Environment): string | null {
  const reader = new EnvReader(env)
  const key = reader.text('SKILLSHOT_REPORTER_KEY')
  if (reader.problems.length > 0) throw new ConfigError(reader.problems)
  return key
}

export const processReporterKey = (): string | null => readReporterKey(process.env)
