import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageRoutes } from '#app/route-table.tsx'
import { LOCALES } from '#platform/text/locales.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const mobile = join(root, 'mobile')
const read = (path: string): string => readFileSync(join(mobile, path), 'utf8')
const run = promisify(execFile)

/** Files that `cap sync` and the builds of the SDKs generate, which are not under version control. */
const MADE =
  /\/(?:public|capacitor-cordova-\w+-plugins|build|Pods|\.gradle)\/|\/(?:capacitor\.config|capacitor\.plugins)\.json$|\/config\.xml$/

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => statSync(join(folder, path)).isFile() && !MADE.test(`/${path}`))
    .sort()

describe('cap sync', () => {
  const copy = mkdtempSync(join(tmpdir(), 'skillshot-mobile-'))
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  beforeAll(async () => {
    const packages = dirname(dirname(createRequire(import.meta.url).resolve('@capacitor/core/package.json')))
    cpSync(packages, join(copy, 'node_modules/@capacitor'), { recursive: true })
    for (const name of ['android', 'ios', 'package.json', 'capacitor.config.json'])
      cpSync(join(mobile, name), join(copy, 'mobile', name), { recursive: true })
    await run(process.execPath, [join(mobile, 'build.mjs'), join(copy, 'mobile/www')], { env: { ...process.env, NODE_ENV: 'production' } })
    await run(process.execPath, [join(packages, 'cli/bin/capacitor'), 'sync'], { cwd: join(copy, 'mobile') })
    // Building takes minutes on a busy machine.
  }, 300_000)

  it.each(['android', 'ios'])('leaves the project for %s as it is kept', project => {
    const kept = filesOf(join(mobile, project))
    expect(filesOf(join(copy, 'mobile', project))).toEqual(kept)
    const changed = kept.filter(
      path => !readFileSync(join(mobile, project, path)).equals(readFileSync(join(copy, 'mobile', project, path))),
    )
    expect(changed).toEqual([])
  })

  it.each(['android/app/src/main/assets', 'ios/App/App'])('puts the web files into %s, and what the shell has to know', folder => {
    const at = (path: string): string => join(copy, 'mobile', folder, path)
    const [start] = /\/assets\/start\.js/.exec(readFileSync(at('public/index.html'), 'utf8')) ?? []
    const [script] = /index-[\w-]+\.js/.exec(readFileSync(at(`public${start}`), 'utf8')) ?? []
    expect(LOCALES.map(locale => existsSync(at(`public/assets/${locale}/${script}`)))).toEqual(LOCALES.map(() => true))
    expect(JSON.parse(readFileSync(at('capacitor.config.json'), 'utf8'))).toMatchObject(JSON.parse(read('capacitor.config.json')))
  })

  it('makes a document without inline scripts that a development tool added', () => {
    const html = readFileSync(join(copy, 'mobile/www/index.html'), 'utf8')
    expect(html.match(/<script[^>]*>[^<]+/g)).toBeNull()
  })
})

describe('the project for Android', () => {
  const manifest = read('android/app/src/main/AndroidManifest.xml')
  const filters = [...manifest.matchAll(/<intent-filter([^>]*)>([\s\S]*?)<\/intent-filter>/g)].map(([, attributes, inner]) => ({
    verified: attributes!.includes('android:autoVerify="true"'),
    data: [...inner!.matchAll(/<data android:(\w+)="([^"]+)"/g)].map(([, name, value]) => `${name} ${value}`),
  }))

  it('asks for nothing but the network and notifications', () => {
    expect([...manifest.matchAll(/<uses-permission android:name="([^"]+)"/g)].map(([, name]) => name)).toEqual([
      'android.permission.INTERNET',
      'android.permission.POST_NOTIFICATIONS',
    ])
  })

  it('speaks encrypted alone, and keeps a login out of backups', () => {
    expect(manifest).toContain('android:usesCleartextTraffic="false"')
    expect(manifest).toContain('android:allowBackup="false"')
    expect(manifest).not.toContain('networkSecurityConfig')
  })

  it('opens links of pages and of mails, and those of its own scheme', () => {
    expect(filters.filter(({ verified }) => verified).map(({ data }) => data)).toEqual([
      [
        'scheme https',
        'host @string/link_host',
        'path /',
        ...['scores', 'machines', 'players', 'groups'].map(at => `pathPrefix /${at}/`),
        'pathAdvancedPattern /events/[^.]+',
      ],
    ])
    expect(filters.at(-1)!.data).toEqual(['scheme @string/custom_url_scheme'])
    expect(read('android/app/src/main/res/values/strings.xml')).toContain('<string name="custom_url_scheme">skillshot</string>')
  })
})

describe('the project for iOS', () => {
  const info = read('ios/App/App/Info.plist')

  it('says why it wants the camera, and has no exception from encryption', () => {
    expect(info).toMatch(/<key>NSCameraUsageDescription<\/key>\s*<string>[A-Z][^<]+\.<\/string>/)
    expect(info).not.toContain('NSAppTransportSecurity')
  })

  it('declares the languages of the pages, so that iOS and its web views use the user’s among them', () => {
    const [, declared] = /<key>CFBundleLocalizations<\/key>\s*<array>([\s\S]*?)<\/array>/.exec(info) ?? []
    expect([...declared!.matchAll(/<string>([^<]+)</g)].map(([, locale]) => locale).sort()).toEqual([...LOCALES].sort())
  })

  it('gives the reason why its plugins read settings and the dates of files', () => {
    const privacy = read('ios/App/App/PrivacyInfo.xcprivacy')
    for (const [category, reason] of [
      ['UserDefaults', 'CA92.1'],
      ['FileTimestamp', 'C617.1'],
    ])
      expect(privacy).toMatch(new RegExp(`NSPrivacyAccessedAPICategory${category}</string>[\\s\\S]*?<string>${reason}<`))
  })

  it('opens links of the same host as Android, and those of the same scheme', () => {
    const [, host] = /<string name="link_host">([^<]+)</.exec(read('android/app/src/main/res/values/strings.xml')) ?? []
    expect(read('ios/App/App/App.entitlements')).toContain(`<string>applinks:${host}</string>`)
    expect(read('ios/App/App.xcodeproj/project.pbxproj').match(/CODE_SIGN_ENTITLEMENTS = App\/App\.entitlements;/g)).toHaveLength(2)
    expect(info).toMatch(/<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>skillshot<\/string>/)
  })
})

describe('links of events', () => {
  const [, pattern] = /pathAdvancedPattern="([^"]+)"/.exec(read('android/app/src/main/AndroidManifest.xml')) ?? []
  const [, association] = /apple-app-site-association`: `(.+)`/.exec(read('README.md')) ?? []
  const { applinks } = JSON.parse(association!) as { applinks: { details: { components: { '/': string; exclude?: boolean }[] }[] } }
  const [{ components }] = applinks.details as [{ components: { '/': string; exclude?: boolean }[] }]
  // An asterisk stands for any characters, and the first component that fits decides.
  const opensOnIos = (path: string): boolean => {
    const fitting = components.find(each => new RegExp(`^${each['/'].replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(path))
    return fitting !== undefined && fitting.exclude !== true
  }
  const opensOnAndroid = (path: string): boolean => new RegExp(`^${pattern}$`).test(path)

  it.each(
    pageRoutes
      .map(({ path }) => path.replace('$eventId', '0198f2a4-7c1e-7b3a-9d52-1f0c6e8ab934'))
      .filter(path => path.startsWith('/events/')),
  )('open the app: %s', path => {
    expect([opensOnAndroid(path), opensOnIos(path)]).toEqual([true, true])
  })

  it.each(['calendar.ics', 'results.csv', 'card.png'])('that are files stay with the browser: %s', file => {
    const path = `/events/0198f2a4-7c1e-7b3a-9d52-1f0c6e8ab934/${file}`
    expect([opensOnAndroid(path), opensOnIos(path)]).toEqual([false, false])
  })
})

it('keeps the shell to its own files: no address of a server in its configuration, nothing unencrypted', () => {
  const config = JSON.parse(read('capacitor.config.json')) as Record<string, unknown>
  expect(config.server).toBeUndefined()
  expect(JSON.stringify(config)).not.toMatch(/allowMixedContent|cleartext|webContentsDebugging/)
})

it('has one number of its release everywhere', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  expect(JSON.parse(read('package.json')).version).toBe(version)
  expect(read('android/app/build.gradle')).toContain(`versionName "${version}"`)
  expect(read('ios/App/App.xcodeproj/project.pbxproj').match(/MARKETING_VERSION = [^;]+/g)).toEqual([
    `MARKETING_VERSION = ${version}`,
    `MARKETING_VERSION = ${version}`,
  ])
})
