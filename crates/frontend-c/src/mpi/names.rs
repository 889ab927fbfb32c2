//! The names of all functions of MPI 4.0 and of those that it has removed, with the numbers of their
//! arguments.

/// The names without `MPI_`, by the number of arguments. `MPI_Pcontrol` takes any number.
const NAMES: &[(usize, &str)] = &[
    (0, "Finalize T_finalize Wtick Wtime"),
    (
        1,
        "Add_error_class Barrier Cancel Close_port Comm_c2f Comm_disconnect Comm_f2c Comm_free \
         Comm_free_keyval Comm_get_parent Errhandler_c2f Errhandler_f2c Errhandler_free \
         File_c2f File_f2c Finalized Free_mem Grequest_complete Group_c2f Group_f2c Group_free \
         Info_c2f Info_create Info_f2c Info_free Initialized Is_thread_main Keyval_free \
         Message_c2f Message_f2c Op_c2f Op_f2c Op_free Query_thread Request_c2f Request_f2c \
         Request_free Session_c2f Session_f2c Session_finalize Start T_category_changed \
         T_category_get_num T_cvar_get_num T_cvar_handle_free T_event_get_num T_pvar_get_num \
         T_pvar_session_create T_pvar_session_free T_source_get_num Type_c2f Type_commit \
         Type_f2c Type_free Type_free_keyval Win_c2f Win_complete Win_f2c Win_flush_all \
         Win_flush_local_all Win_free Win_free_keyval Win_sync Win_unlock_all Win_wait",
    ),
    (
        2,
        "Abort Add_error_code Add_error_string Address Aint_add Aint_diff Attr_delete \
         Buffer_attach Buffer_attach_c Buffer_detach Buffer_detach_c Cartdim_get \
         Comm_call_errhandler Comm_create_errhandler Comm_delete_attr Comm_dup \
         Comm_get_errhandler Comm_get_info Comm_group Comm_join Comm_rank Comm_remote_group \
         Comm_remote_size Comm_set_errhandler Comm_set_info Comm_set_name Comm_size \
         Comm_test_inter Errhandler_create Errhandler_get Errhandler_set Error_class \
         File_call_errhandler File_create_errhandler File_get_errhandler File_set_errhandler \
         Get_address Get_library_version Get_processor_name Get_version Group_rank Group_size \
         Ibarrier Info_delete Info_dup Info_get_nkeys Init Op_commutative Open_port Pready \
         Session_call_errhandler Session_create_errhandler Session_get_errhandler \
         Session_get_info Session_set_errhandler Startall Status_c2f Status_c2f08 Status_f082c \
         Status_f082f Status_f2c Status_f2f08 Status_set_cancelled T_category_get_index \
         T_category_get_num_events T_cvar_get_index T_cvar_read T_cvar_write T_event_copy \
         T_event_get_index T_event_get_source T_event_get_timestamp T_event_handle_get_info \
         T_event_handle_set_info T_event_set_dropped_handler T_init_thread T_pvar_handle_free \
         T_pvar_reset T_pvar_start T_pvar_stop T_source_get_timestamp Test_cancelled Topo_test \
         Type_create_f90_integer Type_delete_attr Type_dup Type_extent Type_lb Type_set_name \
         Type_size Type_size_c Type_size_x Type_ub Wait Win_call_errhandler \
         Win_create_errhandler Win_delete_attr Win_detach Win_fence Win_flush Win_flush_local \
         Win_get_errhandler Win_get_group Win_get_info Win_lock_all Win_set_errhandler \
         Win_set_info Win_set_name Win_test Win_unlock",
    ),
    (
        3,
        "Alloc_mem Attr_put Barrier_init Cart_rank Cart_sub Comm_compare Comm_create \
         Comm_dup_with_info Comm_get_name Comm_idup Comm_set_attr Dims_create Error_string \
         Get_count Get_count_c Get_elements Get_elements_c Get_elements_x Graph_neighbors_count \
         Graphdims_get Group_compare Group_difference Group_from_session_pset \
         Group_intersection Group_union Info_create_env Info_get_nthkey Info_set \
         Intercomm_merge Lookup_name Op_create Op_create_c Parrived Pready_list Pready_range \
         Publish_name Request_get_status Session_get_num_psets Session_get_pset_info \
         Session_init Status_set_elements Status_set_elements_x T_category_get_categories \
         T_category_get_cvars T_category_get_events T_category_get_pvars \
         T_event_callback_get_info T_event_callback_set_info T_event_handle_free T_event_read \
         T_pvar_get_index T_pvar_read T_pvar_readreset T_pvar_write Test Type_contiguous \
         Type_contiguous_c Type_create_f90_complex Type_create_f90_real Type_get_extent \
         Type_get_extent_c Type_get_extent_x Type_get_name Type_get_true_extent \
         Type_get_true_extent_c Type_get_true_extent_x Type_match_size Type_set_attr \
         Unpublish_name Waitall Win_attach Win_create_dynamic Win_get_name Win_post \
         Win_set_attr Win_start",
    ),
    (
        4,
        "Attr_get Cart_coords Comm_create_group Comm_create_keyval Comm_get_attr \
         Comm_idup_with_info Comm_split Dist_graph_neighbors_count Graph_neighbors Group_excl \
         Group_incl Group_range_excl Group_range_incl Info_get_valuelen Init_thread \
         Keyval_create Pack_external_size Pack_external_size_c Pack_size Pack_size_c Probe \
         T_cvar_handle_alloc T_enum_get_info T_event_handle_alloc Testall Type_create_keyval \
         Type_create_resized Type_create_resized_c Type_get_attr Waitany Win_create_keyval \
         Win_get_attr Win_lock",
    ),
    (
        5,
        "Bcast Bcast_c Cart_get Cart_map Cart_shift Comm_accept Comm_connect \
         Comm_create_from_group Comm_split_type Graph_get Graph_map Grequest_start \
         Group_translate_ranks Imrecv Imrecv_c Info_get Info_get_string Iprobe Mprobe Mrecv \
         Mrecv_c Reduce_local Reduce_local_c Session_get_nth_pset T_enum_get_item \
         T_event_register_callback T_pvar_handle_alloc Testany Testsome Type_create_hindexed \
         Type_create_hindexed_block Type_create_hindexed_block_c Type_create_hindexed_c \
         Type_create_hvector Type_create_hvector_c Type_create_indexed_block \
         Type_create_indexed_block_c Type_create_struct Type_create_struct_c Type_get_envelope \
         Type_hindexed Type_hvector Type_indexed Type_indexed_c Type_struct Type_vector \
         Type_vector_c Waitsome Win_shared_query Win_shared_query_c",
    ),
    (
        6,
        "Allreduce Allreduce_c Bsend Bsend_c Cart_create DUP_FN Exscan Exscan_c Graph_create \
         Ibcast Ibcast_c Improbe Intercomm_create Reduce_scatter Reduce_scatter_block \
         Reduce_scatter_block_c Reduce_scatter_c Rsend Rsend_c Scan Scan_c Send Send_c Ssend \
         Ssend_c Type_get_envelope_c Win_allocate Win_allocate_c Win_allocate_shared \
         Win_allocate_shared_c Win_create Win_create_c",
    ),
    (
        7,
        "Allgather Allgather_c Alltoall Alltoall_c Bcast_init Bcast_init_c Bsend_init \
         Bsend_init_c Compare_and_swap Dist_graph_neighbors Fetch_and_op Iallreduce \
         Iallreduce_c Ibsend Ibsend_c Iexscan Iexscan_c Irecv Irecv_c Ireduce_scatter \
         Ireduce_scatter_block Ireduce_scatter_block_c Ireduce_scatter_c Irsend Irsend_c Iscan \
         Iscan_c Isend Isend_c Issend Issend_c Neighbor_allgather Neighbor_allgather_c \
         Neighbor_alltoall Neighbor_alltoall_c Pack Pack_c Pack_external Pack_external_c Recv \
         Recv_c Recv_init Recv_init_c Reduce Reduce_c Rsend_init Rsend_init_c Send_init \
         Send_init_c Ssend_init Ssend_init_c Type_create_subarray Type_create_subarray_c \
         Type_get_contents Unpack Unpack_c Unpack_external Unpack_external_c",
    ),
    (
        8,
        "Allgatherv Allgatherv_c Allreduce_init Allreduce_init_c Comm_spawn Exscan_init \
         Exscan_init_c Gather Gather_c Get Get_c Iallgather Iallgather_c Ialltoall Ialltoall_c \
         Ineighbor_allgather Ineighbor_allgather_c Ineighbor_alltoall Ineighbor_alltoall_c \
         Intercomm_create_from_groups Ireduce Ireduce_c Neighbor_allgatherv \
         Neighbor_allgatherv_c Put Put_c Reduce_scatter_block_init Reduce_scatter_block_init_c \
         Reduce_scatter_init Reduce_scatter_init_c Scan_init Scan_init_c Scatter Scatter_c \
         T_category_get_info",
    ),
    (
        9,
        "Accumulate Accumulate_c Allgather_init Allgather_init_c Alltoall_init Alltoall_init_c \
         Alltoallv Alltoallv_c Alltoallw Alltoallw_c Comm_spawn_multiple Dist_graph_create \
         Gatherv Gatherv_c Iallgatherv Iallgatherv_c Igather Igather_c Ineighbor_allgatherv \
         Ineighbor_allgatherv_c Iscatter Iscatter_c Isendrecv_replace Isendrecv_replace_c \
         Neighbor_allgather_init Neighbor_allgather_init_c Neighbor_alltoall_init \
         Neighbor_alltoall_init_c Neighbor_alltoallv Neighbor_alltoallv_c Neighbor_alltoallw \
         Neighbor_alltoallw_c Precv_init Psend_init Reduce_init Reduce_init_c Rget Rget_c Rput \
         Rput_c Scatterv Scatterv_c Sendrecv_replace Sendrecv_replace_c T_source_get_info \
         Type_get_contents_c",
    ),
    (
        10,
        "Allgatherv_init Allgatherv_init_c Dist_graph_create_adjacent Gather_init Gather_init_c \
         Ialltoallv Ialltoallv_c Ialltoallw Ialltoallw_c Igatherv Igatherv_c \
         Ineighbor_alltoallv Ineighbor_alltoallv_c Ineighbor_alltoallw Ineighbor_alltoallw_c \
         Iscatterv Iscatterv_c Neighbor_allgatherv_init Neighbor_allgatherv_init_c Raccumulate \
         Raccumulate_c Scatter_init Scatter_init_c T_cvar_get_info Type_create_darray \
         Type_create_darray_c",
    ),
    (
        11,
        "Alltoallv_init Alltoallv_init_c Alltoallw_init Alltoallw_init_c Gatherv_init \
         Gatherv_init_c Neighbor_alltoallv_init Neighbor_alltoallv_init_c \
         Neighbor_alltoallw_init Neighbor_alltoallw_init_c Scatterv_init Scatterv_init_c",
    ),
    (
        12,
        "Get_accumulate Get_accumulate_c Isendrecv Isendrecv_c Sendrecv Sendrecv_c \
         T_event_get_info",
    ),
    (13, "Rget_accumulate Rget_accumulate_c T_pvar_get_info"),
];

/// How many arguments a function of MPI takes; none if MPI has no such function.
pub(super) fn arity(name: &str) -> Option<usize> {
    let name = name.strip_prefix("MPI_")?;
    let has = |(_, names): &&(usize, &str)| names.split_whitespace().any(|own| own == name);
    NAMES.iter().find(has).map(|(count, _)| *count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_known_once() {
        let all = NAMES.iter().flat_map(|(_, names)| names.split_whitespace());
        let mut all: Vec<&str> = all.collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert_eq!(arity("MPI_Sendrecv"), Some(12));
        assert_eq!(arity("MPI_Wtime"), Some(0));
        assert_eq!(arity("MPI_Sendreceive"), None);
    }

    #[test]
    fn what_is_read_takes_as_many_arguments() {
        for (name, kinds) in crate::mpi::READ {
            assert_eq!(arity(name), Some(kinds.len()), "{name}");
        }
    }
}
