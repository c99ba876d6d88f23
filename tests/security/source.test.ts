import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../scripts/check-imports.mjs', import.meta.url))
const { withoutComments }: { withoutComments(source: string): string } = await import(/* @vite-ignore */ script)

const SRC = fileURLToPath(new URL('../../src', import.meta.url))
const files: readonly (readonly [path: string, source: string])[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map(path => path.replaceAll('\\', '/'))
  .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/fixtures\/|\/testing\//.test(path))
  .map(path => [path, withoutComments(readFileSync(join(SRC, path), 'utf8'))] as const)

/** Returns where a pattern occurs: the file and the matching text. */
const where = (pattern: RegExp, inside: (path: string) => boolean = () => true): string[] =>
  files.filter(([path]) => inside(path)).flatMap(([path, source]) => [...source.matchAll(pattern)].map(([found]) => `${path}: ${found}`))
const onServer = (path: string): boolean => !/\/ui\/|stale-notice|^app\/(?:browser|demo|mobile|worker|offline)\//.test(path)

describe('what is written nowhere in the source', () => {
  it('is code made of text', () => {
    expect(
      where(/\beval\s*\(|\bnew Function\b|\bFunction\s*\(\s*['"`]|\bvm\.|from 'node:vm'|set(?:Timeout|Interval)\s*\(\s*['"`]/g),
    ).toEqual([])
  })

  it('is SQL made of text: values go beside it, names only where they are our own', () => {
    const ownNames = (path: string): boolean => /^platform\/db\/embedded\/|^app\/backup\/|^app\/server\/single-instance-lock/.test(path)
    expect(where(/\bsql\.raw\b|\.query\s*(?:<[^>]*>)?\(\s*`[^`]*\$\{/g, path => !ownNames(path))).toEqual([])
  })

  it('is a command for a shell made of text', () => {
    expect(where(/\bexecSync?\s*\(|\bshell:\s*true/g).filter(found => !/\.exec\(/.test(found))).toEqual([])
    // Postgres, and the process that draws share cards, which runs Node with a constant text.
    const starts = where(/from 'node:child_process'/g).map(found => found.split(':')[0]!)
    expect(starts.filter(path => !path.startsWith('platform/db/embedded/'))).toEqual(['platform/images/share-card-process.ts'])
  })

  it('is markup made of text but where an operator’s policy is shown, whose HTML is escaped', () => {
    // The second is HTML that React has rendered.
    expect([...new Set(where(/\bdangerouslySetInnerHTML\b/g))].sort()).toEqual([
      'features/policies/ui/PolicyPage.tsx: dangerouslySetInnerHTML',
      'platform/ui/html-cache.ts: dangerouslySetInnerHTML',
    ])
    expect(where(/\.(?:inner|outer)HTML\b|\binsertAdjacentHTML\b|\bdocument\.write/g)).toEqual([])
  })

  it('is a message between windows, but for what a visit to a login service has ended with, which goes to the origins that are listed', () => {
    expect(
      where(/\b(?:window|parent|opener|self|top)\.postMessage\b|\bwindow\.opener\b|\bwindow\.addEventListener\(\s*'message'/g),
    ).toEqual([
      'pages/sign-in-finish/LogInByService.tsx: window.opener',
      'pages/sign-in-finish/hand-over.ts: window.opener',
      'pages/sign-in-finish/hand-over.ts: opener.postMessage',
    ])
  })

  it('is a cipher, a weak hash, or a key of our own making but where supporters’ tokens are sealed, and their events checked', () => {
    const ciphers =
      /createHash\(\s*'(?!sha256')|createHmac\(\s*'(?!sha256')|(?<!^import\b.*)create(?:De)?[Cc]ipher(?:iv)?\('[^']*'|publicEncrypt|createSign\b|generateKey/gi
    expect(where(ciphers)).toEqual([
      "platform/storage/secret-box.ts: createCipheriv('aes-256-gcm'",
      "platform/storage/secret-box.ts: createDecipheriv('aes-256-gcm'",
      // The key pair by which ID tokens are signed: its import, and where it is made.
      'features/oauth/server/signing-key.ts: generateKey',
      'features/oauth/server/signing-key.ts: generateKey',
      "features/supporters/server/webhook.ts: createHmac('",
    ])
    expect(where(/createHmac\(\s*'(?!sha256')\w+'/g)).toEqual(["features/supporters/server/webhook.ts: createHmac('md5'"])
  })

  it('is chance that can be guessed, on the server', () => {
    expect(where(/\bMath\.random\b/g, onServer)).toEqual([])
  })

  it('is trust in whatever certificate is shown, but by a Postgres whose DATABASE_URL asks for no more, as in libpq', () => {
    const trusting = where(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|insecureHTTPParser/g)
    expect(new Set(trusting.map(found => found.split(':')[0]))).toEqual(new Set(['platform/db/ssl-mode.ts']))
  })

  it('is an address of somebody else that the server would fetch, but those of the configuration and known push services', () => {
    expect(
      where(
        /\bfetch\s*\(|\blimitedFetch\s*\((?!clock: )|\bsendNotification\s*\(|\bhttps?\.(?:get|request)\s*\(|\brequest(?:Plain|Secure)\s*\(/g,
        path => onServer(path) && path !== 'platform/http/server.ts',
      ).filter(found => !/http\.get/.test(found)),
    ).toEqual([
      // In the browser, of its own site.
      'pages/oauth/consent-request.ts: fetch(',
      'pages/oauth/consent-request.ts: fetch(',
      'platform/http/limited-fetch.ts: fetch(',
      'platform/releases/release-check.ts: limitedFetch(',
      // Of what a user typed it takes numbers alone, and a token for Match Play.
      'features/imports/server/json-request.ts: limitedFetch(',
      'features/notifications/server/fcm-client.ts: limitedFetch(',
      'features/notifications/server/fcm-client.ts: limitedFetch(',
      'features/notifications/server/push-client.ts: sendNotification(',
      'features/notifications/server/round-webhooks.ts: limitedFetch(',
      'features/supporters/server/patreon-client.ts: limitedFetch(',
      // Of the address that a user typed it takes the number of a location.
      'features/venues/server/pinball-map-client.ts: limitedFetch(',
      // The address of a webhook, which owners of groups choose: it looks at where it leads before each connection.
      'features/webhooks/server/send.ts: requestSecure(',
      'features/webhooks/server/send.ts: requestPlain(',
      'features/accounts/server/providers/provider-client.ts: limitedFetch(',
    ])
    expect(where(/from 'node:http2'/g, onServer)).toEqual(["features/notifications/server/apns-client.ts: from 'node:http2'"])
  })

  it('is a secret', () => {
    expect(where(/(?:password|secret|token|apiKey)\w*\s*[:=]\s*'(?=[^']*\d)[A-Za-z0-9+/_-]{20,}'/gi)).toEqual([])
    expect(where(/-----BEGIN|AKIA[0-9A-Z]{16}|postgres(?:ql)?:\/\/[^\s:@'"`$]+:[^\s@'"`$]+@/g)).toEqual([])
  })
})

describe('what a browser keeps', () => {
  it('is the login, a visit to a login service, an invitation, the place on a page, scores and results that wait, a score that was typed, names of machines, venues that were looked at, the language, the key of an event’s device, and choices, also of a game’s player; nothing of others', () => {
    const kept = new Set(where(/\b(?:localStorage|sessionStorage|openDB)\b/g).map(found => found.split(':')[0]))
    const login = 'app/browser/main.browser.tsx'
    const place = 'app/browser/browser-history.ts'
    const waiting = ['features/scores/ui/queue/database.ts', 'platform/ui/device-store.ts']
    // What was typed into the form of a score, until it is sent or the tab is closed.
    const typed = 'features/scores/ui/submit/use-submit-draft.ts'
    // The secret of a visit to a login service, for the client of Meteor that began it.
    const handedOver = 'pages/sign-in-finish/hand-over.ts'
    const language = ['platform/ui/controls/LanguageSelect.tsx', 'app/mobile/language.ts']
    // The choice about statistics and, while statistics are on, a random number.
    const statistics = ['app/browser/analytics.ts', 'features/analytics/ui/track.ts']
    // The version for which the page was reloaded.
    const reloaded = 'features/versions/ui/start-auto-update.ts'
    // The invitation whose link was opened, until the account is created.
    const invited = 'features/invitations/ui/pending-invitation.ts'
    // The key of a device that keeps the scores of an event, or is a kiosk.
    const device = 'features/events/ui/device/device-key.ts'
    // The mobile app deletes the stored data when its server is changed.
    const forgets = 'app/mobile/stored-server.ts'
    // The mobile app's half of a credential, while the user is at a login service.
    const visit = 'app/mobile/visits.ts'
    // Which play of a game was chosen before signing in, and which games the user has said are not theirs.
    const chosen = ['features/stations/ui/hidden-offers.ts', 'features/stations/ui/kept-claim.ts']
    expect([...kept].sort()).toEqual(
      [
        ...chosen,
        login,
        place,
        ...waiting,
        typed,
        handedOver,
        ...language,
        ...statistics,
        reloaded,
        invited,
        device,
        forgets,
        visit,
      ].sort(),
    )
    const cookies = where(/\bdocument\.cookie\b|set-cookie|\bsetCookie\(/gi)
    // A kiosk’s cookie names the only page that it may show.
    expect(cookies.sort()).toEqual([
      'app/browser/start.browser.ts: document.cookie',
      'features/accounts/server/providers/routes.ts: setCookie(',
      // Takes away the cookie of a session that is not kept.
      'features/oauth/server/provider.ts: set-cookie',
      'features/oauth/server/provider.ts: set-cookie',
      'features/oauth/server/provider.ts: set-cookie',
      'platform/ui/controls/LanguageSelect.tsx: document.cookie',
      'platform/ui/kiosk/kiosk-lock.ts: document.cookie',
      'platform/ui/kiosk/kiosk-lock.ts: document.cookie',
    ])
  })
})

describe('what is installed', () => {
  const { packages } = JSON.parse(readFileSync(fileURLToPath(new URL('../../package-lock.json', import.meta.url)), 'utf8')) as {
    packages: Record<string, { version?: string; resolved?: string; integrity?: string; link?: boolean }>
  }
  const newer = (version: string, least: string): boolean => {
    const [a, b] = [version, least].map(text => text.split(/[.-]/).slice(0, 3).map(Number)) as [number[], number[]]
    const at = a.findIndex((part, i) => part !== b[i])
    return at < 0 || a[at]! > b[at]!
  }

  it.each([
    ['ws', '8.21.0'],
    ['sharp', '0.35.4'],
    ['nodemailer', '9.1.1'],
    ['@fastify/busboy', '3.0.0'],
    ['hono', '4.6.0'],
  ])('is %s of at least %s, where holes that are known were closed', (name, least) => {
    const { version } = packages[`node_modules/${name}`]!
    expect([version, newer(version!, least)]).toEqual([version, true])
  })

  it('comes from the registry, each with its checksum', () => {
    const strange = Object.entries(packages)
      .filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
      .filter(([, { resolved, integrity }]) => !/^sha512-/.test(integrity ?? '') || !/^https:\/\//.test(resolved ?? 'https://'))
    expect(strange.map(([path]) => path)).toEqual([])
  })
})
