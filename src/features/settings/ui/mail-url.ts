export interface MailServerFields {
  host: string
  port: string
  security: 'tls' | 'starttls'
  user: string
  password: string
}

/** The port that mail servers use for each kind of encryption. */
export const DEFAULT_PORTS: Readonly<Record<MailServerFields['security'], string>> = { tls: '465', starttls: '587' }

/** Makes the address of a mail server, as the setting has it. */
export function toMailUrl({ host, port, security, user, password }: MailServerFields): string {
  const credentials = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${credentials}${host}:${port === '' ? DEFAULT_PORTS[security] : port}`
}
