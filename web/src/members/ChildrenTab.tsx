import { type MemberDetail, members } from '@academy/contract/members/members.ts'
import { PlusOutlined } from '@ant-design/icons'
import { Table } from 'antd'
import { showCredit, showDay } from '../kit/days.ts'
import { ButtonLink } from '../kit/EntryActions.tsx'
import { Allowed, ReasonButton } from '../kit/Guard.tsx'
import { StatusTag } from '../kit/StatusTag.tsx'
import { useSend } from '../kit/send.ts'
import { t } from '../kit/words.ts'
import { IndependenceTag } from './listing-columns.tsx'
import { DeleteButton, EnableButton } from './MemberActions.tsx'
import { EditLink, MemberName } from './MemberName.tsx'

type Child = MemberDetail['children'][number]

/** A parent's children. A dependent one is looked after from here, an independent one on its own page. */
export function ChildrenTab({ parent }: { parent: MemberDetail }) {
  return (
    <>
      <div className="tab-buttons">
        <Allowed may={members.create.may}>
          <ButtonLink
            look="primary"
            icon={<PlusOutlined aria-hidden />}
            to="/membership/create/kids"
            search={{ parent: parent._id }}
          >
            {t('Add Child')}
          </ButtonLink>
        </Allowed>
      </div>
      <Table<Child>
        aria-label={t('Children')}
        rowKey="_id"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={parent.children}
        locale={{ emptyText: <div className="nothing">{t('No children yet. Add the first one with Add Child.')}</div> }}
        columns={[
          { key: 'name', title: t('Name'), render: (_, child) => <MemberName person={child} to={child._id} /> },
          { key: 'dob', title: t('Date of Birth'), render: (_, child) => showDay(child.dob) },
          { key: 'belt', title: t('Belt Color'), render: (_, child) => child.belt?.beltColor ?? '-' },
          {
            key: 'isIndependent',
            title: t('Dependency'),
            render: (_, child) => <IndependenceTag isIndependent={child.isIndependent} />,
          },
          {
            key: 'wallet',
            title: t('Wallet'),
            align: 'right',
            className: 'number',
            render: (_, child) =>
              child.isIndependent ? showCredit(child.wallet) : <span className="muted">{t('Parent pays')}</span>,
          },
          { key: 'isDisable', title: t('Status'), render: (_, child) => <StatusTag isDisable={child.isDisable} /> },
          { key: 'actions', title: t('Actions'), render: (_, child) => <ChildActions parent={parent} child={child} /> },
        ]}
      />
    </>
  )
}

function ChildActions({ parent, child }: { parent: MemberDetail; child: Child }) {
  if (child.isIndependent)
    return (
      <div className="row-actions">
        <EditLink id={child._id} name={child.name} label="Open page" />
      </div>
    )
  return (
    <div className="row-actions">
      <EditLink id={child._id} name={child.name} />
      <EnableButton member={child} />
      <IndependentButton parent={parent} child={child} />
      <DeleteButton member={child} />
    </div>
  )
}

function IndependentButton({ parent, child }: { parent: MemberDetail; child: Child }) {
  const mark = useSend(members.makeIndependent, {
    danger: true,
    okText: 'Mark as Independent',
    effect: () => (
      <ul className="effect-list">
        <li>{t('{name} gets a wallet of their own, starting at 0.', { name: child.name })}</li>
        <li>
          {t('From now on their classes are paid from it, no longer from the wallet of {parent}.', {
            parent: parent.name,
          })}
        </li>
        <li>{t('What was paid already stays paid; the parents stay on record.')}</li>
        <li>{t('They are edited on their own page.')}</li>
      </ul>
    ),
  })
  return (
    <ReasonButton
      type="link"
      may={members.makeIndependent.may}
      reason={child.isDisable && 'Enable the child first'}
      loading={mark.sending}
      aria-label={t('Mark {name} as Independent', { name: child.name })}
      onClick={() => mark.send({ params: { parent: parent._id, child: child._id } })}
    >
      {t('Mark as Independent')}
    </ReasonButton>
  )
}
