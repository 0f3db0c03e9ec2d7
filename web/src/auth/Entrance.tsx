import type { ReactNode } from 'react'
import { companyOf, useConfig } from '../platform/client/config/config.ts'
import { t } from '../platform/client/i18n.ts'
import { BrandMark } from '../platform/shell/brand/BrandMark.tsx'
import { ProductLine } from '../platform/shell/brand/ProductLine.tsx'
import './entrance.css'

/** The frame of every page that lets somebody in: the academy's colour with its mark, and beside it what is asked. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  const config = useConfig()
  return (
    <main className="entrance">
      <title>{`${t(title)} · ${companyOf(config)}`}</title>
      <div className="entrance-panel" aria-hidden>
        {config && <BrandMark />}
      </div>
      <div className="entrance-side">
        {children}
        <footer className="entrance-foot">
          <ProductLine />
        </footer>
      </div>
    </main>
  )
}
