export { Tag } from 'antd'
