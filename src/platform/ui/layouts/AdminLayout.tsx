import * as m from '#messages'
import { type PageTab, PageTabs } from '../navigation/PageTabs.tsx'
import { AppLayout, type AppLayoutProps } from './AppLayout.tsx'

export type AdminTab = PageTab

export type AdminLayoutProps = Omit<AppLayoutProps, 'current' | 'width'> & { title: string; tabs?: readonly AdminTab[] | undefined }

/** The app's layout with a heading and a row of tabs. The caller passes only the tabs that the user's roles allow. */
export function AdminLayout({ title, tabs = [], children, ...app }: AdminLayoutProps) {
  return (
    <AppLayout {...app} current={null} width="board">
      <h1>{title}</h1>
      {tabs.length > 0 && <PageTabs label={m.ui_administration()} tabs={tabs} wraps />}
      {children}
    </AppLayout>
  )
}
