export { Table } from 'antd'
