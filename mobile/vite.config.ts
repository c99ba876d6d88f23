import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import site from '../vite.config.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const json = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

/** The server that a newly installed app uses, from SKILLSHOT_SERVER or server.json. If there is none, the app asks the user. */
const server: string | null = process.env.SKILLSHOT_SERVER || json('server.json').server
if (server && new URL(server).origin !== server) throw new Error(`The server is "${server}". Give an origin, like https://pins.example.`)

/**
 * For which services of notifications the app is built. Without a Firebase project Android ends an app that registers for them; without the
 * entitlement iOS refuses.
 */
const has = (path: string, text = '') =>
  existsSync(new URL(path, import.meta.url)) && readFileSync(new URL(path, import.meta.url), 'utf8').includes(text)
const forced = process.env.SKILLSHOT_PUSH === 'yes'
const push = {
  fcm: forced || has('android/app/google-services.json'),
  apns: forced || has('ios/App/App/App.entitlements', 'aps-environment'),
}

/** The site's build with another HTML document. The app contains all files, so module preloading is disabled. */
export default defineConfig(async env => ({
  ...(await site({ ...env, isSsrBuild: false })),
  root: here,
  publicDir: '../public',
  define: {
    'import.meta.env.SHELL_SERVER': JSON.stringify(server),
    'import.meta.env.SHELL_PUSH': JSON.stringify(push),
    'import.meta.env.SHELL_VERSION': JSON.stringify(json('../package.json').version),
  },
  build: {
    outDir: 'www',
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: false,
    target: 'es2022',
  },
}))
