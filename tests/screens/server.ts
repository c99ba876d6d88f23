import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pauseDatabase } from '../pause-database.ts'
import { freePort } from '../scale/ports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The features that an operator can turn on, so that their screens have something to show. */
const SETTINGS = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  RATE_LIMITS: 'off',
  CONTACT: 'hello@pinball.example',
  INVITATIONS: 'players',
  PATREON_CLIENT_ID: 'pictures',
  PATREON_CLIENT_SECRET: 'pictures',
  PATREON_CAMPAIGN_ID: '1',
  SOCIAL_LINKS: 'Mastodon https://pinball.example/@club, Discord https://discord.gg/club',
}

/** The built server with the embedded Postgres, run as an operator runs it. */
export class Server {
  readonly dataDir: string
  #child: ChildProcess | null = null
  #port = 0

  constructor(dataDir: string) {
    this.dataDir = dataDir
    mkdirSync(dataDir, { recursive: true })
    // If root runs this, Postgres runs as another user, which needs access to the folder.
    chmodSync(dataDir, 0o755)
  }

  get url(): string {
    return `http://localhost:${this.#port}`
  }

  get endpoint(): string {
    return `ws://localhost:${this.#port}/websocket`
  }

  get #env(): NodeJS.ProcessEnv {
    return { ...process.env, ...SETTINGS, PORT: String(this.#port), DATA_DIR: this.dataDir }
  }

  /** Runs one of the product's programs on the same data: `demo`, or `admin` beside the server. */
  async run(program: string, ...args: string[]): Promise<void> {
    await promisify(execFile)(process.execPath, ['scripts/run.mjs', program, ...args], { cwd: root, env: this.#env })
  }

  async start(): Promise<void> {
    this.#port = await freePort()
    const child = spawn(process.execPath, ['scripts/run.mjs', 'server'], { cwd: root, env: this.#env })
    this.#child = child
    let output = ''
    await new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer): void => {
        output = (output + chunk).slice(-5000)
        if (output.includes('Skillshot is ready at')) resolve()
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.once('exit', code => reject(new Error(`The server ended with ${code}: ${output}`)))
    })
  }

  pauseDatabase(): () => void {
    return pauseDatabase(this.dataDir)
  }

  stop(): Promise<void> {
    return new Promise(resolve => {
      if (this.#child === null || this.#child.exitCode !== null) return resolve()
      this.#child.once('exit', () => resolve())
      this.#child.kill('SIGTERM')
    })
  }
}
